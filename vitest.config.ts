import { join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readTestTimes } from './scripts/lib/test-times.ts';
import { portableFiles } from './tests/contract/portable-files.ts';
import { keepTemporaryFilesInMemory } from './tests/support/src/scratch-folder.ts';

keepTemporaryFilesInMemory();
// Node keeps what it compiles, for the workers and for the programs that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/node');

/** Files share their worker's modules, so each restores the mocks, clocks and globals that it replaces. */
const withoutBrowser = {
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Vitest's default of one second is too short for a machine under load.
  expect: { poll: { timeout: 10_000 } },
};

/** Property tests generate the same values in every run. */
const seedFastCheck = 'tests/support/src/seed-fast-check.ts';

/** Files that measure or fill the memory of their own process, and need one to themselves. */
const ownProcess = [
  'apps/backend/src/lib/rate-limit.test.ts',
  'apps/backend/src/operations/idle-collection.test.ts',
  'apps/backend/src/services/functions/service.test.ts',
];

const times = readTestTimes();

/**
 * Starts the slowest files first, by their times in the last run, so that no long file runs alone at the
 * end. The contract tests have the longest files, and come before the other projects.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isContract = ({ project }: TestSpecification) => Number(project.name === 'contract');
    const time = ({ moduleId }: TestSpecification) =>
      times[relative(import.meta.dirname, moduleId)] ?? 0;
    // A stable sort keeps the default order, the largest file first, for files without a time.
    return (await super.sort(files)).toSorted(
      (a, b) =>
        isContract(b) - isContract(a) ||
        // A project's files stay together, because its workers run no others.
        a.project.name.localeCompare(b.project.name) ||
        time(b) - time(a),
    );
  }
}

/** The suite runs only its portable files, one after another, when this names another server. */
const otherServer = process.env.CONTRACT_URL;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      'apps/web',
      {
        test: {
          ...withoutBrowser,
          name: 'web-pure',
          include: ['apps/web/{src,server,budget,vite,floor}/**/*.test.ts'],
          exclude: ['**/*.dom.test.ts'],
          // Vitest skips style sheets, except the one whose colours are tested.
          css: { include: [/theme\.css/] },
        },
      },
      {
        test: {
          ...withoutBrowser,
          name: 'packages',
          setupFiles: [seedFastCheck],
          include: ['packages/*/{src,bench}/**/*.test.ts', 'supabase/functions/**/*.test.ts'],
        },
      },
      {
        test: {
          ...withoutBrowser,
          name: 'backend',
          setupFiles: [seedFastCheck, 'tests/support/src/quick-password-hashes.ts'],
          include: ['apps/{backend,site-server}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['tests/support/src/share-postgres.ts'],
          exclude: ownProcess,
        },
      },
      {
        test: {
          ...withoutBrowser,
          name: 'backend-process',
          isolate: true,
          include: ownProcess,
        },
      },
      {
        test: {
          ...withoutBrowser,
          name: 'database',
          setupFiles: [seedFastCheck],
          include: ['tests/{database,plans}/**/*.test.ts'],
          globalSetup: ['tests/database/support/start-database.ts'],
        },
      },
      {
        test: {
          ...withoutBrowser,
          name: 'contract',
          include: otherServer
            ? portableFiles.map((name) => `tests/contract/${name}`)
            : ['tests/contract/**/*.test.ts'],
          globalSetup: ['tests/contract/fixtures/shared-backends.ts'],
          fileParallelism: !otherServer,
        },
      },
    ],
  },
});
