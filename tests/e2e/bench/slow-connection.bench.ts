// node tests/e2e/bench/slow-connection.bench.ts
// Measures waiting times on a slow phone connection in Chromium with a phone's viewport: posting a minute,
// the first sound after a tap in an open feed, opening the recorder with a press or by its address, and a
// visitor's play button and first sound on the page of a shared drop.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startBackend } from '@undertone/test-support/backend';
import { setTimeout as sleep } from 'node:timers/promises';
import { machine } from '../../../scripts/lib/bench/machine.ts';
import { median } from '../../../scripts/lib/bench/percentile.ts';
import { buildSiteWhenStale } from '../../../scripts/lib/build-site.ts';
import { launchChromium } from '../../../scripts/lib/chromium.ts';
import { createAccount, type Account } from '../accounts.ts';
import { makeMicrophoneFile, microphoneSwitches } from '../microphone.ts';
import { dropIdOf } from '../seed.ts';
import { startSlowProxy, type SlowProxy } from './slow-proxy.ts';

const CONNECTION = { bytesPerSecond: 50_000, delay: 2000 };
/** A visitor's connection, and how many times slower than this machine their phone's processor is. */
const VISITOR_CONNECTION = { bytesPerSecond: 60_000, delay: 300 };
const VISITOR_SLOWDOWN = 4;
/** Number of fresh browser contexts per waiting time except posting; the medians are printed. */
const ROUNDS = 3;
/** Time that a person looks at the feed before a tap, in ms. */
const LOOK = 5000;
/** Longer than any waiting time, in ms. */
const TIMEOUT = 300_000;

/** Opens a browser context in which an account is signed in, or a visitor's. */
async function openContext(browser: Browser, account?: Account): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    permissions: ['microphone'],
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(TIMEOUT);
  await context.addInitScript((session) => {
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  }, account?.localStorage ?? {});
  return context;
}

const startButton = (page: Page) => page.getByRole('button', { name: 'Start recording' });
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s`;

/** Records a minute and posts it with a filter. @returns ms from the press to the profile, and the sent bytes */
async function timePost(page: Page, proxy: SlowProxy, title: string) {
  await page.goto(`${proxy.url}/record`);
  await startButton(page).click();
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click();
  await page.getByText('Veil', { exact: true }).click();
  await page.getByText('Voice Filter Applied').first().waitFor();
  await page.getByLabel('Description').fill(title);
  let bytes = 0;
  page.on('requestfinished', (request) => {
    if (!request.url().includes('/storage/v1/object/voice-drops/')) return;
    void request.sizes().then(({ requestBodySize }) => (bytes += requestBodySize));
  });
  proxy.isSlow = true;
  const begun = performance.now();
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await page.waitForURL('**/profile');
  const time = performance.now() - begun;
  proxy.isSlow = false;
  return { time, bytes };
}

/** Opens the feed over the slow connection and waits as a person who looks at it. */
async function openFeed(page: Page, proxy: SlowProxy): Promise<void> {
  proxy.isSlow = true;
  await page.goto(`${proxy.url}/app`);
  await page.getByRole('article').first().waitFor();
  await sleep(LOOK);
}

/** Returns the ms from a tap to the first sound. */
async function timeFirstSound(page: Page, proxy: SlowProxy): Promise<number> {
  await openFeed(page, proxy);
  return timeSound(page);
}

const playButton = (page: Page) => page.getByRole('button', { name: /^Play / }).first();

/** Taps the first play button. @returns the ms until audio is played */
async function timeSound(page: Page): Promise<number> {
  const begun = performance.now();
  await playButton(page).click();
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0, null, {
    polling: 20,
  });
  return performance.now() - begun;
}

/** Returns the ms until the page shows a loading text, and until the recorder is ready. */
async function timeRecorder(page: Page, open: () => Promise<unknown>) {
  const begun = performance.now();
  const since = () => performance.now() - begun;
  const firstSign = startButton(page)
    .or(page.getByText(/^Loading/))
    .first();
  const [loading, opens] = await Promise.all([
    firstSign.waitFor().then(since),
    startButton(page).waitFor().then(since),
    open(),
  ]);
  return { loading, opens };
}

type Wait = { loading?: number; opens: number };

/** Measures a waiting time in fresh browser contexts and prints its medians. */
async function report(
  name: string,
  browser: Browser,
  account: Account,
  proxy: SlowProxy,
  time: (page: Page) => Promise<Wait>,
): Promise<void> {
  const waits: Wait[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    proxy.isSlow = false;
    const context = await openContext(browser, account);
    waits.push(await time(await context.newPage()));
    await context.close();
  }
  const loading = waits.flatMap((wait) => wait.loading ?? []);
  const suffix = loading.length > 0 ? `   loading text after ${seconds(median(loading))}` : '';
  console.log(`${name.padEnd(44)}${seconds(median(waits.map(({ opens }) => opens)))}${suffix}`);
}

/** Opens a shared page as a visitor with a slow phone, and prints the waits for its play button and for the sound. */
async function reportVisit(browser: Browser, proxy: SlowProxy, name: string, path: string) {
  const buttons: number[] = [];
  const sounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await openContext(browser);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: VISITOR_SLOWDOWN });
    const begun = performance.now();
    const opening = page.goto(`${proxy.url}${path}`, { waitUntil: 'commit' });
    await playButton(page).waitFor();
    buttons.push(performance.now() - begun);
    await opening;
    sounds.push(await timeSound(page));
    await context.close();
  }
  console.log(
    `${name.padEnd(44)}${seconds(median(buttons))}   sound after the tap ${seconds(median(sounds))}`,
  );
}

/** Opens the feed over the fast connection until the service worker has cached the app. */
async function fillCache(page: Page, proxy: SlowProxy): Promise<void> {
  await page.goto(`${proxy.url}/app`);
  await page.getByRole('article').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto('about:blank');
}

await buildSiteWhenStale();
await makeMicrophoneFile();
const backend = await startBackend();
const proxy = await startSlowProxy(backend.url, CONNECTION);
const visitorProxy = await startSlowProxy(backend.url, VISITOR_CONNECTION);
const browser = await launchChromium([
  '--autoplay-policy=no-user-gesture-required',
  ...microphoneSwitches,
]);
try {
  console.log(machine());
  console.log(
    `a connection of ${CONNECTION.bytesPerSecond / 1000} kB/s with responses that begin after ${seconds(CONNECTION.delay).trim()}`,
  );
  const speakerAccount = await createAccount(backend, 'speaker');
  const speaker = await openContext(browser, speakerAccount);
  const { time, bytes } = await timePost(await speaker.newPage(), proxy, 'A minute');
  await speaker.close();
  const size = `   ${(bytes / 1e6).toFixed(2)} MB`;
  console.log(`${'a minute, from Post to the profile'.padEnd(44)}${seconds(time)}${size}`);

  const listener = await createAccount(backend, 'listener');
  await report(
    'first sound after the tap in an open feed',
    browser,
    listener,
    proxy,
    async (page) => ({
      opens: await timeFirstSound(page, proxy),
    }),
  );
  await report('recorder by a press in an open feed', browser, listener, proxy, async (page) => {
    await openFeed(page, proxy);
    return timeRecorder(page, () =>
      page.getByRole('link', { name: 'Record', exact: true }).click(),
    );
  });
  const byAddress = (page: Page) => {
    proxy.isSlow = true;
    return timeRecorder(page, () => page.goto(`${proxy.url}/record`));
  };
  await report('recorder by address, on a later visit', browser, listener, proxy, async (page) => {
    await fillCache(page, proxy);
    return byAddress(page);
  });
  await report('recorder by address, nothing in the cache', browser, listener, proxy, byAddress);

  const { bytesPerSecond, delay } = VISITOR_CONNECTION;
  console.log(
    `a visitor with a connection of ${bytesPerSecond / 1000} kB/s and ${delay} ms, and a processor ${VISITOR_SLOWDOWN} times slower`,
  );
  const drop = await dropIdOf(speakerAccount, 'A minute');
  visitorProxy.isSlow = true;
  await reportVisit(browser, visitorProxy, 'play button of a shared drop', `/voice-drop/${drop}`);
  await reportVisit(
    browser,
    visitorProxy,
    'play button of a shared profile',
    `/${speakerAccount.username}`,
  );
} finally {
  await browser.close();
  await proxy.close();
  await visitorProxy.close();
  await backend.stop();
}
