// node tests/e2e/bench/data-export.bench.ts
// Downloads the data of an account with 10 000 clips in Chromium, to a chosen file and through the service worker.
// Prints the memory of the browser's processes and the page's heap after a number of clips: neither may grow with them.
import { chromium, type Page } from '@playwright/test';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { randomBytes } from 'node:crypto';
import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { password, signUp } from '../../../apps/backend/bench/account.ts';
import { measureMemory } from '../../../apps/backend/bench/process-tree.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';
import { buildSiteWhenStale } from '../../../scripts/lib/build-site.ts';
import { ensureChromium } from '../../../scripts/lib/chromium.ts';
import { fillFeed } from '../fill-feed.ts';

const CLIPS = 10_000;
const MILESTONES = [100, 1000, 2500, 5000, 7500, 9900];
/** Half a minute of MP3. */
const CLIP_SIZE = 240_000;

/** Gives each drop a file: one on the disk, by as many names. */
async function giveFiles({ databaseUrl, dataDir }: TestBackend): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  const version = '00000000-0000-4000-8000-000000000000';
  const metadata = {
    eTag: '"clip"',
    size: CLIP_SIZE,
    mimetype: 'audio/wav',
    cacheControl: 'no-cache',
    lastModified: new Date().toISOString(),
    contentLength: CLIP_SIZE,
    httpStatusCode: 200,
  };
  await sql`set session_replication_role = replica`;
  const rows = await sql<{ id: string }[]>`
    update storage.objects set version = ${version}, metadata = ${sql.json(metadata)}
    where bucket_id = 'voice-drops' returning id`;
  await sql.end();
  const file = join(dataDir, 'clip');
  await writeFile(file, randomBytes(CLIP_SIZE));
  for (const { id } of rows) {
    const folder = join(dataDir, 'objects', id.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await link(file, join(folder, `${id}.${version}`));
  }
}

async function openSettings(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/auth?next=/settings`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/settings');
  await page.evaluate(() => navigator.serviceWorker.ready);
}

/** What a browser does when it is asked for a file: it has no picker, or the person chooses one of the site's own. */
const pickers = {
  'through the service worker': () => Reflect.deleteProperty(window, 'showSaveFilePicker'),
  'to a chosen file': () => {
    const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
      const folder = await navigator.storage.getDirectory();
      return folder.getFileHandle(suggestedName, { create: true });
    };
    Object.assign(window, { showSaveFilePicker });
  },
};

await buildSiteWhenStale();
const executablePath = await ensureChromium();
const backend = await startBackend();
const { email } = await signUp(backend, 'speaker');

async function measure(way: string, picker: () => void) {
  const server = await chromium.launchServer({ executablePath, args: ['--no-sandbox'] });
  const browser = await chromium.connect(server.wsEndpoint());
  try {
    const page = await browser.newPage();
    await page.addInitScript(picker);
    await openSettings(page, backend.url, email);
    const devtools = await page.context().newCDPSession(page);
    await page.getByRole('button', { name: 'Download my data' }).click();
    const began = performance.now();
    await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
    const rows: Record<string, Rows[string]> = {};
    for (const milestone of MILESTONES) {
      await page.waitForFunction(
        (least) => {
          const label =
            document.querySelector('[role=alertdialog] progress + p')?.textContent ?? '';
          return Number(/^Clip ([\d,]+)/.exec(label)?.[1]?.replaceAll(',', '')) >= least;
        },
        milestone,
        { timeout: 0 },
      );
      await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devtools.send('Runtime.getHeapUsage');
      rows[`${milestone} clips`] = {
        'browser (MB)': await measureMemory(server.process().pid),
        'heap (MB)': usedSize / 1e6,
        'written (GB)': (milestone * CLIP_SIZE) / 1e9,
      };
    }
    const done = page.getByText('Unpack it, and open index.html');
    await done.waitFor({ timeout: 0 });
    const text = await done.innerText();
    if (text.includes('did not have')) throw new Error(text);
    const seconds = (performance.now() - began) / 1000;
    report(`${CLIPS} clips ${way}, in ${seconds.toFixed(0)} s`, rows);
  } finally {
    await browser.close();
    await server.close();
  }
}

try {
  await fillFeed(backend.databaseUrl, 'speaker', CLIPS);
  await giveFiles(backend);
  for (const [way, picker] of Object.entries(pickers)) await measure(way, picker);
} finally {
  await backend.stop();
}
