// Caches the app's document, code and typefaces, so that the app opens offline. Neither posted
// content nor account data is cached.

const CACHE = 'undertone-app';

/** A path of the app's document, which is the same for all its pages. */
const PAGE = '/app';

/** The release's files, inserted by the build; each has a content hash in its name. */
const FILES = [];

/** Caches the files that are new in this release. */
async function keepRelease() {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(FILES.filter((file) => !kept.has(file)));
  await cache.add(new Request(PAGE, { cache: 'reload' }));
}

/** Deletes files of earlier releases. Runs at activation, when none of their pages is open. */
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

/** Fetches a page; offline, answers with the cached document, and the app says what is missing. */
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
