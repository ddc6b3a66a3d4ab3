// npm run lighthouse: runs Lighthouse with its mobile settings on the pages that visitors see first, or on the given paths;
// fails when a score is below the required one.
import { mkdir, readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { host } from '../supabase/seed/demo.ts';
import { ensureChromium } from './lib/chromium.ts';
import { withDemoSite } from './lib/demo-site.ts';
import { run } from './lib/run.ts';

/** The lowest accepted score of each page, of 100. */
const wanted = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

/** Runs per page; the one with the median performance counts, since other programs disturb single runs. */
const RUNS = 3;

/** How often a run that Lighthouse reports as failed is repeated, for example when a busy browser sends no events (NO_NAVSTART). */
const RETRIES = 3;

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; displayValue?: string; title: string }>;
}

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'categories' in value && 'audits' in value;

const scoreOf = ({ categories }: Report, category: string): number =>
  Math.round((categories[category]?.score ?? 0) * 100);

/** Installs Lighthouse in a temporary folder, since only this script needs it. */
async function installLighthouse(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const flags = ['--no-audit', '--no-fund', '--silent', '--prefix', folder];
  if ((await run('npm', ['install', ...flags, 'lighthouse'])) !== 0)
    throw new Error('Lighthouse could not be installed.');
  return join(folder, 'node_modules/lighthouse/cli/index.js');
}

/** @returns null when Lighthouse could not measure */
async function measureOnce(
  lighthouse: string,
  url: string,
  folder: string,
): Promise<Report | null> {
  const file = join(folder, 'report.json');
  const flags = ['--quiet', '--output=json', `--output-path=${file}`];
  const chrome = '--chrome-flags=--headless=new --no-sandbox';
  if ((await run('node', [lighthouse, url, ...flags, chrome])) !== 0) return null;
  const report: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!isReport(report)) throw new Error('Lighthouse wrote no report.');
  return report;
}

async function measure(lighthouse: string, url: string, folder: string): Promise<Report> {
  const reports: Report[] = [];
  let failures = 0;
  while (reports.length < RUNS) {
    const report = await measureOnce(lighthouse, url, folder);
    if (report) reports.push(report);
    else if ((failures += 1) > RETRIES) throw new Error(`Lighthouse could not measure ${url}.`);
  }
  reports.sort((one, other) => scoreOf(one, 'performance') - scoreOf(other, 'performance'));
  const [median] = reports.slice(Math.floor(RUNS / 2));
  if (!median) throw new Error('Nothing was measured.');
  return median;
}

/** The load of the machine, printed because other programs' work lowers Lighthouse's scores. */
const howBusy = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;

// One log line per request would hide the results.
process.env.LOG_LEVEL ??= 'warn';
process.env.CHROME_PATH = await ensureChromium();
await withDemoSite(3998, async (running, folder) => {
  const visitor = createClient(running.url, running.publishableKey);
  const { data: drop } = await visitor
    .from('voice_drops')
    .select('id')
    // The same of the demo's drops in each run.
    .order('title')
    .limit(1)
    .single()
    .throwOnError();
  const asked = process.argv.slice(2);
  const pages = asked.length > 0 ? asked : ['/', '/auth', `/voice-drop/${drop.id}`, `/${host}`];

  const lighthouse = await installLighthouse(join(folder, 'lighthouse'));
  for (const page of pages) {
    const report = await measure(lighthouse, `${running.url}${page}`, folder);
    const scores = Object.entries(wanted).map(([category, least]) => {
      const score = scoreOf(report, category);
      if (score < least) process.exitCode = 1;
      return `${category} ${score}${score < least ? ` (wanted ${least})` : ''}`;
    });
    console.log(`${page}: ${scores.join(', ')} (${howBusy()})`);
    for (const id of [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ]) {
      const audit = report.audits[id];
      console.log(`  ${audit?.title}: ${audit?.displayValue}`);
    }
    for (const [id, { score, title }] of Object.entries(report.audits)) {
      if (score === 0) console.log(`  fails ${id}: ${title}`);
    }
  }
});
