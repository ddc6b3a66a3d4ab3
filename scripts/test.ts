// npm test: static checks, unit, database, contract and browser tests; the last line counts them.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFailure } from '../apps/backend/src/operations/describe-failure.ts';
import { buildSiteWhenStale } from './lib/build-site.ts';
import { checks, runChecks } from './lib/checks.ts';
import { ensureChromium } from './lib/chromium.ts';
import { projectEnv, root, run } from './lib/run.ts';

interface Count {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

/** A suite that died without a report counts as one failure, never as nothing. */
const readCount = async (
  path: string,
  exitCode: number,
  count: (report: string) => Count,
): Promise<Count> => {
  const report = await readFile(path, 'utf8').catch(() => null);
  const result = report === null ? { passed: 0, failed: 1 } : count(report);
  return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
};

const folder = await mkdtemp(join(tmpdir(), 'undertone-tests-'));

const runUnitTests = async (): Promise<Count> => {
  const report = join(folder, 'vitest.json');
  const exitCode = await run('vitest', [
    'run',
    // Most tests wait for a database or a screen: one file for each core would leave the cores idle.
    // Said here, since projects do not take it from the configuration of all.
    `--maxWorkers=${2 * availableParallelism()}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return readCount(report, exitCode, (text) => {
    const { numPassedTests, numFailedTests }: VitestReport = JSON.parse(text);
    return { passed: numPassedTests, failed: numFailedTests };
  });
};

const runBrowserTests = async (): Promise<Count> => {
  const report = join(folder, 'playwright.json');
  const exitCode = await run(
    'playwright',
    ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
    {
      env: projectEnv({
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        CHROMIUM_PATH: await ensureChromium(),
      }),
    },
  );
  return readCount(report, exitCode, (text) => {
    const { stats }: PlaywrightReport = JSON.parse(text);
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
  });
};

const failedChecks = await runChecks(checks);
const counts: Count[] = [
  { passed: checks.length - failedChecks.length, failed: failedChecks.length },
];
counts.push(await runUnitTests());
// Without a site there are no journeys: the line at the end still says that something failed.
const isBuilt = await buildSiteWhenStale().then(
  () => true,
  (error: unknown) => {
    console.error(describeFailure(error, root, process.env.LOG_LEVEL));
    return false;
  },
);
counts.push(isBuilt ? await runBrowserTests() : { passed: 0, failed: 1 });
await rm(folder, { recursive: true });

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
