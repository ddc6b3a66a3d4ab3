// node tests/e2e/bench/posting.bench.ts
// Measures a take of a minute in Chromium, on a page at the machine's speed and on one whose main thread is
// four times slower: the time from the press of a filter's preview until it plays, as soon as the form opens
// and once all filters are applied; the time from the press of Post until the profile shows the posted drop
// in place of the pending one; and the bytes that posting sends.
import type { BrowserContext, Page } from '@playwright/test';
import { VOICE_FILTERS } from '@undertone/domain/voice-filter';
import { startBackend } from '@undertone/test-support/backend';
import { machine } from '../../../scripts/lib/bench/machine.ts';
import { median } from '../../../scripts/lib/bench/percentile.ts';
import { buildSiteWhenStale } from '../../../scripts/lib/build-site.ts';
import { launchChromium } from '../../../scripts/lib/chromium.ts';
import { createAccount, storeSession, type Account } from '../accounts.ts';
import { reportPlaying, openRecorderWithTake, timePreview } from './minute-recording.ts';

/** Number of fresh takes per speed; medians and maxima are printed. */
const ROUNDS = 5;
/** Slowdown of the page's main thread. Chromium cannot slow workers down. */
const SPEEDS = [1, 4];
/** Time in which all filters of a take are applied and its clip is encoded, in ms. */
const SETTLED_MS = 5_000;

const filters = VOICE_FILTERS.filter(({ id }) => id !== 'original');

/** Chooses a filter and posts once its clip is ready. @returns ms until the profile shows the drop, and the bytes of its audio */
async function timePost(page: Page, title: string): Promise<{ taken: number; bytes: number }> {
  await page.getByText('Veil', { exact: true }).click();
  await page.getByText('Voice Filter Applied').waitFor();
  await page.waitForTimeout(SETTLED_MS);
  const uploading = page.waitForResponse((response) =>
    new URL(response.url()).pathname.startsWith('/storage/v1/object/voice-drops/'),
  );
  await page.evaluate(() =>
    addEventListener('click', ({ timeStamp }) => Object.assign(window, { pressedAt: timeStamp }), {
      once: true,
      capture: true,
    }),
  );
  const shown = page.evaluate(
    (label) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const card = document.querySelector(`[aria-label^="${label}"]`);
          // A frame is on the screen when the next one begins.
          requestAnimationFrame(card ? (now) => resolve(now) : look);
        };
        look();
      }),
    `Options for ${title}`,
  );
  await page.getByRole('button', { name: 'Post Voice Drop' }).click();
  const taken =
    (await shown) - (await page.evaluate(() => Number(Reflect.get(window, 'pressedAt'))));
  const { requestBodySize } = await (await uploading).request().sizes();
  return { taken, bytes: requestBodySize };
}

async function openTab(context: BrowserContext, speed: number): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: speed });
  return page;
}

const spread = (values: readonly number[]) =>
  `${median(values).toFixed(0).padStart(5)} ms, at most ${Math.max(...values)
    .toFixed(0)
    .padStart(5)} ms`;

async function measure(context: BrowserContext, url: string, { id }: Account, speed: number) {
  const atOnce: number[] = [];
  const settled: number[] = [];
  const posts: number[] = [];
  const sizes = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openTab(context, speed);
    const title = `Minute ${speed} ${round}`;
    await openRecorderWithTake(page, url, id, title);
    const last = filters.at(-1);
    if (last) atOnce.push(await timePreview(page, last.shownName));
    await page.waitForTimeout(SETTLED_MS);
    for (const { shownName } of filters) settled.push(await timePreview(page, shownName));
    const { taken, bytes } = await timePost(page, title);
    posts.push(taken);
    sizes.add(bytes);
    await page.close();
  }
  console.log(`page’s thread ${speed} times slower`);
  console.log(`  preview of the last filter, at once   ${spread(atOnce)}`);
  console.log(`  preview of any filter, later          ${spread(settled)}`);
  console.log(`  post, to the profile with the drop    ${spread(posts)}`);
  console.log(`  bytes of the clip                     ${[...sizes].join(', ')}`);
}

await buildSiteWhenStale();
const backend = await startBackend();
const browser = await launchChromium(['--autoplay-policy=no-user-gesture-required']);
try {
  const account = await createAccount(backend, 'speaker');
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1400 },
    serviceWorkers: 'block',
  });
  await context.addInitScript(reportPlaying);
  await storeSession(context, backend.url, account.localStorage);
  console.log(machine());
  for (const speed of SPEEDS) await measure(context, backend.url, account, speed);
} finally {
  await browser.close();
  await backend.stop();
}
