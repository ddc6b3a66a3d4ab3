// node tests/e2e/bench/feed-scroll.bench.ts
// Scrolls through a feed of 10 000 drops in Chromium. Prints the page's DOM nodes and heap after 20, 1 000,
// 5 000 and 10 000 drops, the time of a frame during scrolling in comparison with an empty page of the same
// height, and the requests for each page of the feed.
import type { Browser, CDPSession, Page } from '@playwright/test';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { password, signUp } from '../../../apps/backend/bench/account.ts';
import { machine } from '../../../scripts/lib/bench/machine.ts';
import { median, percentile } from '../../../scripts/lib/bench/percentile.ts';
import { buildSiteWhenStale } from '../../../scripts/lib/build-site.ts';
import { launchChromium } from '../../../scripts/lib/chromium.ts';
import { fillFeed } from '../fill-feed.ts';

const MILESTONES = [20, 1000, 5000, 10_000];
/** More than the last milestone, so that its page is complete. */
const DROPS = 10_100;
/** Number of frames in a measurement, and CSS pixels to scroll in each: 2400 per second at 60 Hz. */
const FRAMES = 120;
const STEP = 40;
/** The feed and the empty page alternate, so that other work of the machine affects both. */
const TURNS = 5;
/** Start of the measured scrolling, in CSS pixels above the end of the feed. It fetches no page from there. */
const MEASURED_FROM = 8000;
const VIEW = { width: 1440, height: 900 };

interface Tab {
  page: Page;
  devtools: CDPSession;
}

interface Frames {
  /** Lengths in ms. */
  lengths: number[];
  /** Processor time of the main thread per frame, in ms. */
  work: number[];
}

interface Requests {
  drops: string[];
  audio: number;
  others: string[];
}

async function openTab(browser: Browser): Promise<Tab> {
  const page = await browser.newPage({ viewport: VIEW });
  const devtools = await page.context().newCDPSession(page);
  // Measures processor time, which does not include other programs.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, devtools };
}

async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const listening = page.waitForEvent('websocket');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('article').first().waitFor();
  await listening;
  // The first load is not part of the measurement.
  await page.waitForLoadState('networkidle');
}

/** Counts the page's later requests. */
function countRequests(page: Page): Requests {
  const requests: Requests = { drops: [], audio: 0, others: [] };
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const start = searchParams.get('or');
    if (request.method() === 'OPTIONS') return;
    if (pathname === '/rest/v1/voice_drops' && start) requests.drops.push(start);
    else if (pathname === '/storage/v1/object/sign/voice-drops') requests.audio += 1;
    else requests.others.push(`${request.method()} ${pathname}`);
  });
  return requests;
}

async function metrics(devtools: CDPSession): Promise<(name: string) => number> {
  const found = await devtools.send('Performance.getMetrics');
  return (name) => found.metrics.find((metric) => metric.name === name)?.value ?? 0;
}

/** Scrolls by `step` in each frame. @returns the lengths of the frames in ms */
function scroll(page: Page, step: number, frames: number): Promise<number[]> {
  return page.evaluate(
    (by) =>
      new Promise<number[]>((resolve) => {
        const lengths: number[] = [];
        let last = performance.now();
        const tick = (now: number) => {
          lengths.push(now - last);
          last = now;
          scrollBy({ top: by.step, behavior: 'instant' });
          if (lengths.length <= by.frames) requestAnimationFrame(tick);
          else resolve(lengths.slice(1));
        };
        requestAnimationFrame(tick);
      }),
    { step, frames },
  );
}

/** Measures frames while the page scrolls at a reader's pace over the same part of the feed. */
async function timeFrames({ page, devtools }: Tab, into: Frames): Promise<void> {
  await page.bringToFront();
  await page.evaluate((y) => {
    scrollTo({ top: document.documentElement.scrollHeight - y, behavior: 'instant' });
  }, MEASURED_FROM);
  await scroll(page, 0, 30);
  const before = await metrics(devtools);
  into.lengths.push(...(await scroll(page, STEP, FRAMES)));
  const after = await metrics(devtools);
  into.work.push(((after('TaskDuration') - before('TaskDuration')) * 1000) / FRAMES);
}

/** Measures both pages and prints a row. @returns the main thread's work per frame in ms */
async function measure(read: number, feed: Tab, empty: Tab): Promise<number> {
  const height = await feed.page.evaluate(() => document.documentElement.scrollHeight);
  await empty.page.setContent(`<main style="height: ${height}px">`);
  const ofFeed: Frames = { lengths: [], work: [] };
  const ofEmpty: Frames = { lengths: [], work: [] };
  for (let turn = 0; turn < TURNS; turn++) {
    await timeFrames(empty, ofEmpty);
    await timeFrames(feed, ofFeed);
  }
  await feed.devtools.send('HeapProfiler.collectGarbage');
  const held = await metrics(feed.devtools);
  const work = median(ofFeed.work);
  const comparison = (share: number) => {
    const [own, other] = [percentile(ofFeed.lengths, share), percentile(ofEmpty.lengths, share)];
    return `${own.toFixed(1).padStart(6)} ms (${(own / other).toFixed(2)})`;
  };
  console.log(
    `${String(read).padStart(10)}   ${String(held('Nodes')).padStart(9)}   ` +
      `${(held('JSHeapUsedSize') / 1e6).toFixed(1).padStart(4)} MB   ${comparison(0.5)}   ${comparison(0.95)}   ` +
      `${work.toFixed(1).padStart(5)} ms (${(work / median(ofEmpty.work)).toFixed(1)})`,
  );
  return work;
}

async function prepare(): Promise<TestBackend> {
  await buildSiteWhenStale();
  const started = await startBackend();
  await signUp(started, 'speaker');
  await fillFeed(started.databaseUrl, 'speaker', DROPS);
  return started;
}

const backend = await prepare();
const browser = await launchChromium();
try {
  const [empty, feed] = [await openTab(browser), await openTab(browser)];
  const { email } = await signUp(backend, 'reader');
  await signIn(feed.page, backend.url, email);
  const requests = countRequests(feed.page);

  console.log(machine());
  console.log('In brackets: the ratio to an empty page in the same run.');
  console.log('drops read   DOM nodes   JS heap   frame p50          frame p95          its work');
  const works: number[] = [];
  for (const milestone of MILESTONES) {
    await feed.page.bringToFront();
    // One screen per frame, as fast as the drops load.
    while ((requests.drops.length + 1) * LIST_PAGE_SIZE < milestone) {
      await scroll(feed.page, VIEW.height, 10);
    }
    await feed.page.waitForLoadState('networkidle');
    works.push(await measure(milestone, feed, empty));
  }
  const [first = 0, last = 0] = [works[0], works.at(-1)];
  const pages = new Set(requests.drops).size;
  console.log(`ratio of the last row’s work per frame to the first: ${(last / first).toFixed(2)}`);
  console.log(
    `requests for ${pages} pages: ${requests.drops.length} for drops, ${requests.audio} for audio` +
      `, ${requests.others.length} others ${[...new Set(requests.others)].join(', ')}`,
  );
} finally {
  await browser.close();
  await backend.stop();
}
