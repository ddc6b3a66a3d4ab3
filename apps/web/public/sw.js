// Caches the app's document, code and typefaces, so that the app opens offline. Neither posted
// content nor account data is cached. Shows push messages. Passes on downloads that a page makes.

const CACHE = 'undertone-app';

/** A path of the app's document, which all pages share. */
const PAGE = '/app';

/** The release's files, inserted by the build; each has a content hash in its name. */
const FILES = [];

/**
 * How many files are fetched at a time. A browser opens six connections to a server, and on a slow
 * connection the user's own requests must not wait for files that are cached for later.
 */
const CONCURRENCY = 2;

/** The page that is shown offline when the browser has evicted the cache. */
const OFFLINE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Undertone is offline</title>
    <style>
      :root { color-scheme: light dark; background: #f7f2ea; color: #2a211b; font: 17px/1.55 system-ui, sans-serif }
      @media (prefers-color-scheme: dark) { :root { background: #1c1713; color: #f1eadf } }
      main { max-width: 32em; margin: 0 auto; padding: 20vh 24px 24px }
      h1 { margin: 0; font: 500 30px/1.2 Georgia, serif }
      a { color: inherit }
    </style>
    <script>
      const retry = () => location.reload();
      addEventListener('online', retry);
      // The system reports a network, which may not have a connection yet.
      if (navigator.onLine) setTimeout(retry, 5000);
    </script>
  </head>
  <body>
    <main>
      <h1>You are offline</h1>
      <p>Undertone could not be reached, and this browser has not kept the app. A recording that you have not posted is still on this device.</p>
      <p><a href="">Try again</a></p>
    </main>
  </body>
</html>
`;

/**
 * Caches the files of the release that are not cached yet, and the document, whose name has no hash.
 *
 * @param isNew whether the cached document belongs to an earlier release
 */
async function fillCache(isNew) {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = FILES.filter((file) => !kept.has(file)).values();
  const work = async () => {
    for (const file of missing) await cache.add(new Request(file, { priority: 'low' }));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (isNew || !kept.has(PAGE)) {
    await cache.add(new Request(PAGE, { cache: 'reload', priority: 'low' }));
  }
}

/** Deletes files of earlier releases. Runs at activation, when none of their pages is open. */
async function dropOld() {
  const cache = await caches.open(CACHE);
  const wanted = new Set([PAGE, ...FILES]);
  const requests = await cache.keys();
  const old = requests.filter(({ url }) => !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

self.addEventListener('install', (event) => event.waitUntil(fillCache(true)));

self.addEventListener('activate', (event) =>
  event.waitUntil(dropOld().then(() => self.clients.claim())),
);

/** A cached response; undefined also when the browser cannot read its cache. */
const findKept = (request) => caches.match(request).catch(() => undefined);

/**
 * Fetches a page. Offline it responds with the cached document, and the app shows what is missing.
 * Browsers evict caches (WebKit after a week): missing files are fetched again after a page that was
 * loaded from the server.
 */
async function openPage(event) {
  try {
    const page = await fetch(event.request);
    // The page does not wait for this. After a failure, the next page retries.
    event.waitUntil(fillCache(false).catch(() => undefined));
    return page;
  } catch {
    const kept = await findKept(PAGE);
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    return kept ?? new Response(OFFLINE_PAGE, { status: 503, headers });
  }
}

/** Where a shared file waits for the recorder (features/recorder/import/shared-file.ts). */
const SHARED_CACHE = 'undertone-shared';
const SHARED_FILE = '/shared-audio';

/**
 * Keeps an audio file that another app shares with the installed app (manifest.webmanifest), and opens the
 * recorder, which may ask to sign in first. The file is not sent to the server, and replaces an earlier one.
 */
async function keepShared(request) {
  const file = (await request.formData()).get('audio');
  if (file instanceof File) {
    const cache = await caches.open(SHARED_CACHE);
    await cache.put(SHARED_FILE, new Response(file));
  }
  return Response.redirect('/record', 303);
}

/** Where the app keeps the account whose messages this device receives (lib/push-device.ts). */
const PUSH_CACHE = 'undertone-push';
const PUSH_ACCOUNT = '/push-account';

/** Where tags of pressed messages wait for the app, which marks their notifications as read. */
const PRESSED = '/pressed/';

/** How long a page may take to open a path before a new window does, ms. */
const OPENING_TIMEOUT = 1000;

/**
 * Shows a push message (packages/domain/src/push-message.ts), which replaces an earlier one with its tag. One
 * for an account that has signed out on this device is not shown.
 */
async function showPush(data) {
  const { account, title, body, tag, path, unread } = data.json();
  const stored = await (await caches.open(PUSH_CACHE)).match(PUSH_ACCOUNT);
  if ((await stored?.text()) !== account) return;
  // Not awaited: where nothing shows a badge, Chromium may never answer.
  if (unread !== undefined) navigator.setAppBadge?.(unread).catch(() => undefined);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Browsers require that each message is shown, also beside a page that shows it.
  const isSeen = pages.some(({ visibilityState }) => visibilityState === 'visible');
  await self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icons/icon-192.png',
    data: { path },
    ...(isSeen ? { silent: true } : { renotify: true }),
  });
}

/** Asks a page of the app to open a path. @returns whether it does */
const openIn = (page, path) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(true));
    port1.start();
    setTimeout(() => resolve(false), OPENING_TIMEOUT);
    page.postMessage({ kind: 'open', path }, [port2]);
  });

/** Opens a path in a page of the app, which a recording may be running in, or else in a new window. */
async function openPath(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) {
    if (await openIn(page, path)) return page.focus();
  }
  return self.clients.openWindow(path);
}

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));

/** Keeps the tag of a pressed message for the app, and opens its path. */
async function press({ tag, data }) {
  // Only the app can mark notifications as read, as it has the session. Tests and messages announce none.
  if (tag !== 'test' && !tag.startsWith('message:')) {
    await caches
      .open(PUSH_CACHE)
      .then((cache) => cache.put(PRESSED + tag, new Response()))
      .catch(() => undefined);
  }
  await openPath(data.path);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(press(event.notification));
});

/** The ports of pages that make a download (features/export/stream-download.ts), by its path. */
const downloads = new Map();

// Any message keeps the worker running while a download lasts.
self.addEventListener('message', ({ data, ports: [port] }) => {
  if (data.kind !== 'download') return;
  downloads.set(data.path, port);
  port.postMessage('ready');
});

/** Answers with the chunks that the page sends, each when the browser has taken the one before. */
function sendDownload(path) {
  const port = downloads.get(path);
  downloads.delete(path);
  const body = new ReadableStream({
    start: (controller) => {
      port.addEventListener('message', ({ data: { chunk, isEnd } }) => {
        if (chunk) controller.enqueue(chunk);
        else if (isEnd) controller.close();
        else controller.error(new Error('The page was closed.'));
      });
      port.start();
    },
    pull: () => port.postMessage('pull'),
    cancel: () => port.postMessage('cancel'),
  });
  const name = path.slice(path.lastIndexOf('/') + 1);
  return new Response(body, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
    },
  });
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'POST' && origin === self.location.origin && pathname === '/record') {
    event.respondWith(keepShared(request));
    return;
  }
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (downloads.has(pathname)) {
    event.respondWith(sendDownload(pathname));
  } else if (request.mode === 'navigate' && !/^\/(embed|storage|functions)\//.test(pathname)) {
    event.respondWith(openPage(event));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(findKept(request).then((kept) => kept ?? fetch(request)));
  }
});
