// node tests/e2e/bench/slow-connection.bench.ts
// What a person waits for on a slow phone connection, in Chromium with a phone's window: posting a
// minute, the first sound after the tap in an open feed, and the recorder, by press and by address.
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { startBackend } from '@undertone/test-support/backend';
import { setTimeout as sleep } from 'node:timers/promises';
import { machine } from '../../../apps/backend/bench/machine.ts';
import { buildSiteWhenStale } from '../../../scripts/lib/build-site.ts';
import { ensureChromium } from '../../../scripts/lib/chromium.ts';
import { createAccount, type Account } from '../accounts.ts';
import { makeMicrophoneFile, microphoneFile } from '../microphone.ts';
import { openSlowLine, type SlowLine } from './slow-line.ts';

const LINE = { bytesPerSecond: 50_000, delay: 2000 };
/** Fresh browsers in which each wait is timed, but for posting; the medians are printed. */
const ROUNDS = 3;
/** How long a person looks at the feed before a tap, ms. */
const LOOK = 5000;
/** Longer than anything takes, ms. */
const TIMEOUT = 300_000;

/** Opens a browser profile of its own, in which an account is signed in. */
async function openContext(browser: Browser, account: Account): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    permissions: ['microphone'],
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(TIMEOUT);
  await context.addInitScript((session) => {
    for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
  }, account.localStorage);
  return context;
}

const startButton = (page: Page) => page.getByRole('button', { name: 'Start recording' });
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s`;
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Records a minute and posts it with a filter. @returns from the press to the profile, ms, and the bytes sent */
async function timePost(page: Page, line: SlowLine, title: string) {
  await page.goto(`${line.url}/record`);
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
  line.isSlow = true;
  const begun = performance.now();
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  await page.waitForURL('**/profile');
  const time = performance.now() - begun;
  line.isSlow = false;
  return { time, bytes };
}

/** Opens the feed on the slow line, and looks at it. */
async function openFeed(page: Page, line: SlowLine): Promise<void> {
  line.isSlow = true;
  await page.goto(`${line.url}/app`);
  await page.getByRole('article').first().waitFor();
  await sleep(LOOK);
}

/** @returns from the tap to the first sound, ms */
async function timeFirstSound(page: Page, line: SlowLine): Promise<number> {
  await openFeed(page, line);
  const begun = performance.now();
  await page
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0, null, {
    polling: 20,
  });
  return performance.now() - begun;
}

/** @returns until the page says what it waits for, and until one can record, ms */
async function timeRecorder(page: Page, open: () => Promise<unknown>) {
  const begun = performance.now();
  const since = () => performance.now() - begun;
  const said = startButton(page)
    .or(page.getByText(/^Loading/))
    .first();
  const [says, opens] = await Promise.all([
    said.waitFor().then(since),
    startButton(page).waitFor().then(since),
    open(),
  ]);
  return { says, opens };
}

type Wait = { says?: number; opens: number };

/** Prints the medians of a wait in browsers of its own. */
async function report(
  what: string,
  browser: Browser,
  account: Account,
  line: SlowLine,
  time: (page: Page) => Promise<Wait>,
): Promise<void> {
  const waits: Wait[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    line.isSlow = false;
    const context = await openContext(browser, account);
    waits.push(await time(await context.newPage()));
    await context.close();
  }
  const says = waits.flatMap((wait) => wait.says ?? []);
  const said = says.length > 0 ? `   says what it waits for after ${seconds(median(says))}` : '';
  console.log(`${what.padEnd(44)}${seconds(median(waits.map(({ opens }) => opens)))}${said}`);
}

/** Opens the feed on the fast line until the service worker has kept the app, then leaves it. */
async function visitBefore(page: Page, line: SlowLine): Promise<void> {
  await page.goto(`${line.url}/app`);
  await page.getByRole('article').first().waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto('about:blank');
}

await buildSiteWhenStale();
await makeMicrophoneFile();
const backend = await startBackend();
const line = await openSlowLine(backend.url, LINE);
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: [
    '--no-sandbox',
    '--autoplay-policy=no-user-gesture-required',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${microphoneFile}`,
  ],
});
try {
  console.log(machine());
  console.log(
    `a line of ${LINE.bytesPerSecond / 1000} kB/s whose answers begin after ${seconds(LINE.delay).trim()}`,
  );
  const account = await createAccount(backend, 'speaker');
  const speaker = await openContext(browser, account);
  const { time, bytes } = await timePost(await speaker.newPage(), line, 'A minute');
  await speaker.close();
  const size = `   ${(bytes / 1e6).toFixed(2)} MB`;
  console.log(`${'a minute, from Post to the profile'.padEnd(44)}${seconds(time)}${size}`);

  const listener = await createAccount(backend, 'listener');
  await report(
    'first sound after the tap in an open feed',
    browser,
    listener,
    line,
    async (page) => ({
      opens: await timeFirstSound(page, line),
    }),
  );
  await report('recorder by press in an open feed', browser, listener, line, async (page) => {
    await openFeed(page, line);
    return timeRecorder(page, () =>
      page.getByRole('link', { name: 'Record', exact: true }).click(),
    );
  });
  const byAddress = (page: Page) => {
    line.isSlow = true;
    return timeRecorder(page, () => page.goto(`${line.url}/record`));
  };
  await report('recorder by address, on a later visit', browser, listener, line, async (page) => {
    await visitBefore(page, line);
    return byAddress(page);
  });
  await report('recorder by address, nothing in the cache', browser, listener, line, byAddress);
} finally {
  await browser.close();
  await line.close();
  await backend.stop();
}
