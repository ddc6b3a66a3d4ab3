// node tests/e2e/bench/phone.bench.ts
// Measures Veil on a minute of sound in Chromium, whose page and workers share a quarter of a core, as on a
// phone that is four times slower than this machine. It measures the built worker alone, at its first minute
// and at later ones, with its memory; then the recorder, from the list of filters and from a press of Preview.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startBackend } from '@undertone/test-support/backend';
import { machine } from '../../../scripts/lib/bench/machine.ts';
import { median } from '../../../scripts/lib/bench/percentile.ts';
import { buildSiteWhenStale } from '../../../scripts/lib/build-site.ts';
import { launchChromium } from '../../../scripts/lib/chromium.ts';
import { createAccount, storeSession, type Account } from '../accounts.ts';
import { reportPlaying, minute, openRecorderWithTake, timePreview } from './minute-recording.ts';
import { makeMicrophoneFile, microphoneSwitches } from '../microphone.ts';
import {
  resetPeakMemory,
  createPhoneCore,
  readMemory,
  rendererIds,
  type PhoneCore,
} from './phone-core.ts';

const ROUNDS = 3;
/** Number of minutes that one worker masks in sequence. */
const MINUTES = 4;
/** Origin of the take, pressed filter, and whether the take is recorded in the page. */
const SITUATIONS = [
  ['a minute recorded', 'Veil', true],
  ['a stored minute restored', 'Veil', false],
  ['a stored minute restored', 'Robot', false],
] as const;

/** Time in which a worker loads the code for its first job, in ms. */
const WORKER_START_MS = 3_000;

type JobTimes = { listAt: number; progress: number; done: Record<string, number> };

/** Records on the window when the list of filters appears, and when workers receive and finish each job. */
function recordJobTimes(): void {
  const jobTimes: JobTimes = { listAt: 0, progress: 0, done: {} };
  Object.assign(window, { jobTimes });
  const isShown = () => document.querySelector('[aria-label="Preview Veil"]') !== null;
  const look = () => {
    if (isShown()) jobTimes.listAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  window.Worker = class extends Worker {
    override postMessage(job: { kind: string; filterId?: string }): void {
      const name = job.filterId ?? job.kind;
      jobTimes.done[`${name} given`] = performance.now();
      const settle = ({ data }: MessageEvent<object>) => {
        if ('progress' in data) {
          jobTimes.progress++;
          return;
        }
        this.removeEventListener('message', settle);
        jobTimes.done[name] = performance.now();
      };
      this.addEventListener('message', settle);
      super.postMessage(job, []);
    }
  };
}

const spread = (values: readonly number[]) =>
  `${(median(values) / 1000).toFixed(2)} s, at most ${(Math.max(...values) / 1000).toFixed(2)} s`;

const readJobTimes = (page: Page) => page.evaluate((): JobTimes => Reflect.get(window, 'jobTimes'));

/** Opens a browser context in which the account is signed in and has no takes. */
async function openContext(
  browser: Browser,
  url: string,
  account: Account,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1400 },
    serviceWorkers: 'block',
  });
  await context.addInitScript(reportPlaying);
  await context.addInitScript(recordJobTimes);
  await storeSession(context, url, account.localStorage);
  await context.grantPermissions(['microphone']);
  context.setDefaultTimeout(60_000);
  return context;
}

/** Measures the built worker with consecutive minutes in an otherwise idle page. */
async function measureWorker(browser: Browser, url: string, account: Account, core: PhoneCore) {
  const firsts: number[] = [];
  const laters: number[] = [];
  const memories: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const context = await openContext(browser, url, account);
    const page = await context.newPage();
    const started = page.waitForEvent('worker');
    await page.goto(`${url}/record`);
    const workerUrl = (await started).url();
    await page.goto(`${url}/terms`);
    await page.route('**/minute.wav', (route) => route.fulfill({ body: minute }));
    await core.limitPages(browser);
    await page.evaluate(
      async ([workerUrl, pause]) => {
        const worker = new Worker(workerUrl, { type: 'module' });
        Object.assign(window, { worker, wav: await (await fetch('/minute.wav')).blob() });
        await new Promise((resolve) => setTimeout(resolve, pause));
      },
      [workerUrl, WORKER_START_MS] as const,
    );
    const memory = await watchMemory(browser);
    firsts.push(await timeMask(page));
    memories.push(await memory());
    for (let i = 1; i < MINUTES; i++) laters.push(await timeMask(page));
    await context.close();
  }
  console.log('worker alone, before its first job');
  console.log(`  its first minute                      ${spread(firsts)}`);
  console.log(`  the three after it                    ${spread(laters)}`);
  console.log(
    `  its process grows by, at the first     at most ${Math.max(...memories).toFixed(0)} MB`,
  );
}

/** Masks a minute in the page's worker. @returns ms */
const timeMask = (page: Page) =>
  page.evaluate(async () => {
    const worker: Worker = Reflect.get(window, 'worker');
    const wav: Blob = Reflect.get(window, 'wav');
    const masked = new Promise<void>((resolve, reject) => {
      const settle = ({ data }: MessageEvent<object>) => {
        if ('progress' in data) return;
        worker.removeEventListener('message', settle);
        if ('done' in data) resolve();
        else reject(new Error('The worker did not mask its minute.'));
      };
      worker.addEventListener('message', settle);
    });
    const takeId = crypto.randomUUID();
    const random = crypto.getRandomValues(new Uint32Array(4));
    const start = performance.now();
    worker.postMessage({ kind: 'mask', takeId, wav, filterId: 'veil', random }, []);
    await masked;
    return performance.now() - start;
  });

/** Returns a function that returns the greatest growth of a page's process since this call, in MB. */
async function watchMemory(browser: Browser): Promise<() => Promise<number>> {
  const before = new Map<number, number>();
  for (const id of await rendererIds(browser)) {
    before.set(id, (await readMemory(id)).now);
    await resetPeakMemory(id);
  }
  return async () => {
    const grown: number[] = [];
    for (const [id, now] of before) grown.push(((await readMemory(id)).peak - now) / 1e6);
    return Math.max(...grown);
  };
}

/** Records a minute from the microphone's file and opens the form. */
async function recordMinute(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/record`);
  await page.getByRole('button', { name: 'Start recording' }).click();
  await page.getByRole('button', { name: 'Choose Voice Filter' }).click({ timeout: 90_000 });
}

/** Measures the recorder with a preview that is pressed as soon as the form is open. */
async function measureRecorder(
  browser: Browser,
  url: string,
  account: Account,
  core: PhoneCore,
  [title, name, isRecorded]: readonly [title: string, name: string, isRecorded: boolean],
) {
  const pressed: number[] = [];
  const fromTake: number[] = [];
  const fromList: number[] = [];
  const all: number[] = [];
  const later: number[] = [];
  const shares = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const context = await openContext(browser, url, account);
    const page = await context.newPage();
    await page.goto(`${url}/record`);
    await core.limitPages(browser);
    if (isRecorded) await recordMinute(page, url);
    else await openRecorderWithTake(page, url, account.id, 'Minute');
    pressed.push(await timePreview(page, name));
    await page.waitForFunction(() => 'megaphone' in Reflect.get(window, 'jobTimes').done);
    const { listAt, done, progress } = await readJobTimes(page);
    const at = (job: string) => done[job] ?? Number.NaN;
    fromTake.push(at('veil') - at('prepare'));
    fromList.push(at('veil') - listAt);
    all.push(at('megaphone') - listAt);
    shares.add(`${progress}`);
    later.push(await timePreview(page, 'Veil'));
    await context.close();
  }
  console.log(`${title}, and ${name} pressed at once`);
  console.log(`  press to sound                        ${spread(pressed)}`);
  console.log(`  take to Veil, ahead                   ${spread(fromTake)}`);
  console.log(`  list to Veil, ahead                   ${spread(fromList)}`);
  console.log(`  list to all filters, ahead            ${spread(all)}`);
  console.log(`  press to sound, later                 ${spread(later)}`);
  console.log(`  number of progress reports            ${[...shares].join(', ')}`);
}

const core = await createPhoneCore();
if (!core) {
  console.log(
    'Not measured: this user may not limit processes to a quarter of a core (cgroups, as root).',
  );
  process.exit(0);
}
await buildSiteWhenStale();
await makeMicrophoneFile();
const backend = await startBackend();
const browser = await launchChromium([
  '--autoplay-policy=no-user-gesture-required',
  ...microphoneSwitches,
]);
try {
  const account = await createAccount(backend, 'speaker');
  console.log(machine());
  console.log('page and workers together: a quarter of a core');
  await measureWorker(browser, backend.url, account, core);
  for (const situation of SITUATIONS) {
    await measureRecorder(browser, backend.url, account, core, situation);
  }
} finally {
  await browser.close();
  await backend.stop();
  await core.remove();
}
