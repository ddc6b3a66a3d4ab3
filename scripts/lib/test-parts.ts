import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { describeFailure } from '../../apps/backend/src/operations/describe-failure.ts';
import { buildSiteWhenStale } from './build-site.ts';
import { runChecks } from './checks.ts';
import { ensureChromium } from './chromium.ts';
import { projectEnv, root, run } from './run.ts';

/** A file of tests, or a check, and how long it took. */
interface Timed {
  readonly name: string;
  readonly milliseconds: number;
}

export interface PartResult {
  readonly passed: number;
  readonly failed: number;
  readonly timed: readonly Timed[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

interface PlaywrightSuite {
  file: string;
  specs: { tests: { results: { duration: number }[] }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: PlaywrightSuite[];
}

/** A suite that ended without a report counts as one failure. */
const readResult = async (
  path: string,
  exitCode: number,
  read: (report: string) => PartResult,
): Promise<PartResult> => {
  const report = await readFile(path, 'utf8').catch(() => null);
  const result = report === null ? { passed: 0, failed: 1, timed: [] } : read(report);
  return exitCode !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
};

const checkCode = async (): Promise<PartResult> => {
  const timed = await runChecks();
  const passed = timed.filter((result) => result.passed).length;
  return { passed, failed: timed.length - passed, timed };
};

/** @param workersPerCore more than one where most tests wait for a database, so that no core is idle */
const runVitest =
  (workersPerCore: number, ...projects: string[]) =>
  async (folder: string): Promise<PartResult> => {
    const report = join(folder, `${projects[0]}.json`);
    const exitCode = await run('vitest', [
      'run',
      ...projects.map((project) => `--project=${project}`),
      // Set here, since projects do not inherit this setting from the root configuration.
      `--maxWorkers=${Math.ceil(workersPerCore * availableParallelism())}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]);
    return readResult(report, exitCode, (text) => {
      const { numPassedTests, numFailedTests, testResults }: VitestReport = JSON.parse(text);
      const timed = testResults.map(({ name, startTime, endTime }) => ({
        name: relative(root, name),
        milliseconds: endTime - startTime,
      }));
      return { passed: numPassedTests, failed: numFailedTests, timed };
    });
  };

const durationOf = ({ specs, suites = [] }: PlaywrightSuite): number => {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationOf(suite), own);
};

const runJourneys = async (folder: string): Promise<PartResult> => {
  // When the build fails, no journeys run, and the part counts as one failure.
  const isBuilt = await buildSiteWhenStale().then(
    () => true,
    (error: unknown) => {
      console.error(describeFailure(error, root, process.env.LOG_LEVEL));
      return false;
    },
  );
  if (!isBuilt) return { passed: 0, failed: 1, timed: [] };
  const report = join(folder, 'journeys.json');
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
  return readResult(report, exitCode, (text) => {
    const { stats, suites }: PlaywrightReport = JSON.parse(text);
    const timed = suites.map((suite) => ({
      name: `tests/e2e/${suite.file}`,
      milliseconds: durationOf(suite),
    }));
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky, timed };
  });
};

/** What `npm test` consists of, in its order; each is run into a folder for its report. */
export const testParts: Readonly<Record<string, (folder: string) => Promise<PartResult>>> = {
  checks: checkCode,
  // Each worker needs seconds of its own to import the app.
  web: runVitest(1.5, 'web-pure', 'web'),
  backend: runVitest(2, 'backend', 'backend-process', 'database', 'contract', 'packages'),
  journeys: runJourneys,
};
