#!/usr/bin/env bash
# Build the image with Debian's buildah, without a container engine or a registry of images, and run tests/image on it.
#
#   BASE=python:3.11-slim deploy/image.sh   builds on that image, which must be reachable; by default on Debian and its Python
#   deploy/image.sh FILE FOLDER             builds it from the sources in a folder, and once its tests have passed, writes it to
#                                           an archive for `docker load`
#
# Needs root, buildah and debootstrap, or else ends with status 3. The pip and npm of the build use this machine's settings and
# certificates.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in buildah debootstrap unshare; do
    command -v "$tool" >/dev/null || {
        echo "The image needs $tool, and was not built. On Debian: apt install buildah debootstrap" >&2
        exit 3
    }
done
if ((EUID)); then
    echo "The image needs root, to be mounted, and was not built." >&2
    exit 3
fi

work=$PWD/build/image
mkdir -p "$work"
image=localhost/taphouse
storage=(--root "$work/storage" --runroot "$work/run" --storage-driver vfs)
export BUILDAH_ISOLATION=chroot

# Debian's Python stands in for the official image: the same Python, and `python` in the same place.
base=${BASE:-localhost/taphouse-base}
if [[ -z ${BASE:-} ]] && ! buildah "${storage[@]}" inspect --type image "$base" &>/dev/null; then
    echo "Making a base of Debian and its Python ..."
    archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
    rm -rf "$work/base"
    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates bookworm "$work/base" "$archive" \
        >"$work/debootstrap.log" || { tail "$work/debootstrap.log" >&2; exit 1; }
    ln -s /usr/bin/python3 "$work/base/usr/local/bin/python"
    rm -rf "$work"/base/var/cache/apt/archives/*.deb "$work"/base/var/lib/apt/lists/* "$work"/base/usr/share/{doc,locale,man}/*
    from=$(buildah "${storage[@]}" from scratch)
    buildah "${storage[@]}" copy --quiet "$from" "$work/base" / >/dev/null
    buildah "${storage[@]}" commit --quiet --rm "$from" "$base" >/dev/null
    rm -rf "$work/base"
fi

# What this machine's pip and npm need: their settings, each file and folder that these name, and what an index of files is in.
settings=$work/settings
mkdir -p "$settings"
{
    echo "[global]"
    # The environment comes last in the list, and wins.
    python3 -m pip config list | sed -nE "s/^(:env:\.|global\.|install\.)([a-z-]+)='(.*)'$/\2 = \3/p" |
        awk -F' = ' '{ all[$1] = $0 } END { for (one in all) print all[one] }'
} >"$settings/pip.conf"
{
    if [[ -f ~/.npmrc ]]; then grep -v '^nodedir' ~/.npmrc || true; fi
    if [[ -n ${NODE_EXTRA_CA_CERTS:-} ]]; then echo "cafile=$NODE_EXTRA_CA_CERTS"; fi
} >"$settings/npmrc"
arguments=(--build-arg "PIP_CONFIG_FILE=$settings/pip.conf" --build-arg "NPM_CONFIG_USERCONFIG=$settings/npmrc")
mounts=(--volume "$settings:$settings:ro")
while read -r path; do
    if [[ -e $path ]]; then mounts+=(--volume "$path:$path:ro"); fi
done < <(grep -ohE '(file://|[ =])/[A-Za-z0-9._/-]+' "$settings"/* | sed -E 's|^[ =]||; s|^file://(.*)/[^/]+/?$|\1|' | sort -u)

echo "Building the image on $base ..."
began=$SECONDS
buildah "${storage[@]}" bud --quiet --format docker --layers=false --build-arg BASE="$base" \
    "${arguments[@]}" "${mounts[@]}" --tag "$image" "${2:-.}" \
    >"$work/build.log" 2>&1 || { tail -n 40 "$work/build.log" >&2; exit 1; }
echo "Built in $((SECONDS - began)) s."

container=$(buildah "${storage[@]}" from --pull-never "$image")
trap 'buildah "${storage[@]}" rm "$container" >/dev/null' EXIT
root=$(buildah "${storage[@]}" mount "$container")
buildah "${storage[@]}" inspect --type image "$image" >"$work/image.json"
TAPHOUSE_IMAGE_ROOT=$root TAPHOUSE_IMAGE_CONFIG=$work/image.json .venv/bin/python -m pytest --quiet -n 0 tests/image
# The archives of OCI have no health check.
if (($#)); then
    version=$(sed -nE 's/^version = "(.*)"$/\1/p' pyproject.toml)
    buildah "${storage[@]}" push --quiet "$image" "docker-archive:$1:taphouse:$version"
fi
