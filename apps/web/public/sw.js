// Keeps the app itself at hand, so that it opens without a network: its page, its code, its
// typefaces. Nothing that people posted or that belongs to an account is kept here.

const CACHE = 'undertone-app';

/** A page of the app's document, which is the same for all of them. */
const PAGE = '/app';

/** The release's files, which the build puts here; each carries a hash of its content in its name. */
const FILES = [];

/** Fetches what is new and drops what no page of this release asks for. */
async function keepRelease() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(FILES.filter((file) => !kept.has(file)));
  await cache.add(new Request(PAGE, { cache: 'reload' }));
}

/** Files of earlier releases, once no page of theirs is open. */
async function dropOld() {
  const cache = await caches.open(CACHE);
  const wanted = new Set([PAGE, ...FILES]);
  const requests = await cache.keys();
  const old = requests.filter(({ url }) => !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

self.addEventListener('install', (event) => event.waitUntil(keepRelease()));

self.addEventListener('activate', (event) =>
  event.waitUntil(dropOld().then(() => self.clients.claim())),
);

/** A page comes from the network; without one, the app's own page does, and says what is missing. */
async function openPage(request) {
  try {
    return await fetch(request);
  } catch (cause) {
    const page = await caches.match(PAGE);
    if (page) return page;
    throw cause;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && !/^\/(embed|storage|functions)\//.test(pathname)) {
    event.respondWith(openPage(request));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
