// node tests/e2e/bench/feed-scroll.bench.ts
// A feed of 10 000 drops, scrolled from its newest to its oldest in Chromium: what the page
// holds at 1 000, 5 000 and 10 000 of them, how long frames take while one scrolls, beside an
// empty page's, and what a page of the feed costs in requests.
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { FEED_PAGE_SIZE } from '@undertone/domain/limits';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { machine } from '../../../apps/backend/bench/machine.ts';
import { buildSiteWhenStale } from '../../../scripts/lib/build-site.ts';
import { ensureChromium } from '../../../scripts/lib/chromium.ts';

const DROPS = 10_000;
const MILESTONES = [20, 1000, 5000, 10_000];
/** Frames that are timed, and how far one scrolls in each: 2400 CSS pixels a second at 60 Hz. */
const FRAMES = 300;
const STEP = 40;
const password = 'a long enough passphrase';

/** Fills the feed past its triggers, which would want a file for each drop. */
async function fill({ databaseUrl }: TestBackend): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`set session_replication_role = replica`;
  await sql`
    with drops as (
      insert into public.voice_drops
        (user_id, title, audio_url, duration, hashtags, waveform, audience, created_at)
      select user_id, 'Drop ' || n, '/storage/v1/object/voice-drops/' || user_id || '/' || n || '.wav',
        20, array['night', 'bus'], array(select (random() * 100)::int from generate_series(1, 100)),
        'public', now() - n * interval '1 minute'
      from public.profiles, generate_series(1, ${DROPS}::int) as n
      returning audio_path)
    insert into storage.objects (bucket_id, name) select 'voice-drops', audio_path from drops`;
  await sql.end();
}

async function signUp({ url, publishableKey }: TestBackend, username: string): Promise<string> {
  const email = `${username}@example.com`;
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data: { username } }),
  });
  if (!response.ok) throw new Error(await response.text());
  return email;
}

async function signIn(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('article').first().waitFor();
}

/** What the page holds once garbage is collected. */
async function held(devtools: CDPSession): Promise<{ nodes: number; heap: number }> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { nodes: of('Nodes'), heap: of('JSHeapUsedSize') / 1e6 };
}

/** Scrolls down at a reader's pace. @returns lengths of frames in ms, sorted */
function timeFrames(page: Page): Promise<number[]> {
  return page.evaluate(
    ({ frames, step }) =>
      new Promise<number[]>((resolve) => {
        const lengths: number[] = [];
        let last = performance.now();
        const tick = (now: number) => {
          lengths.push(now - last);
          last = now;
          scrollBy({ top: step, behavior: 'instant' });
          if (lengths.length < frames) requestAnimationFrame(tick);
          else resolve(lengths.slice(1).sort((a, b) => a - b));
        };
        requestAnimationFrame(tick);
      }),
    { frames: FRAMES, step: STEP },
  );
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

const backend = await prepare();
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent('<main style="height: 1000000px">');
  await timeFrames(page);
  const empty = await timeFrames(page);

  let requests = 0;
  let signatures = 0;
  const pages = new Set<string>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() === 'OPTIONS') return;
    const start = searchParams.get('or');
    if (pathname === '/rest/v1/voice_drops' && start) {
      requests += 1;
      pages.add(start);
    }
    if (pathname === '/storage/v1/object/sign/voice-drops') signatures += 1;
  });
  await signIn(page, backend.url, await signUp(backend, 'reader'));
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');

  console.log(machine());
  console.log('drops read   DOM nodes   JS heap   frame p50   frame p95   (of an empty page’s)');
  for (const milestone of MILESTONES) {
    while ((pages.size + 1) * FEED_PAGE_SIZE < milestone) {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.waitForTimeout(10);
    }
    await page.waitForTimeout(1000);
    await page.evaluate(() => scrollBy({ top: -8000, behavior: 'instant' }));
    const { nodes, heap } = await held(devtools);
    const frames = await timeFrames(page);
    const p50 = at(frames, 0.5);
    const p95 = at(frames, 0.95);
    console.log(
      `${String(milestone).padStart(10)}   ${String(nodes).padStart(9)}   ${heap.toFixed(1).padStart(4)} MB` +
        `   ${p50.toFixed(1).padStart(6)} ms   ${p95.toFixed(1).padStart(6)} ms   ` +
        `(${(p50 / at(empty, 0.5)).toFixed(2)}, ${(p95 / at(empty, 0.95)).toFixed(2)})`,
    );
  }
  const perPage = (count: number) => (count / pages.size).toFixed(2);
  console.log(
    `requests a page: ${perPage(requests)} for its drops, ${perPage(signatures)} for its audio`,
  );
} finally {
  await browser.close();
  await backend.stop();
}

async function prepare(): Promise<TestBackend> {
  await buildSiteWhenStale();
  const started = await startBackend();
  await signUp(started, 'speaker');
  await fill(started);
  return started;
}
