// Keeps the page that says that there is no network, and nothing else: no answer of the API, and no page of the service.
// The build adds `FILES`, which that page is made of, and `BUILD`, which changes with it.

const PAGE = "./offline";
const home = new URL("./", location.href).pathname;
// An origin can have several services, each below a path of its own.
const OURS = `taphouse ${home} `;
const CACHE = OURS + BUILD;

addEventListener("install", (event) => {
  skipWaiting();
  const page = new Request(PAGE, { cache: "reload" }); // a new build must not be kept beside a page of the old one
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([page, ...FILES])));
});

addEventListener("activate", (event) => {
  const drop = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(drop());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  const kept = async (path) => (await caches.open(CACHE)).match(path);
  if (request.mode === "navigate") {
    if (pathname === home) event.respondWith(fetch(request).catch(async () => (await kept(PAGE)) ?? Response.error()));
  } else if (FILES.some((file) => home + file === pathname)) {
    event.respondWith(kept(request.url).then((file) => file ?? fetch(request)));
  }
});
