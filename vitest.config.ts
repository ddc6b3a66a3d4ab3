import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { portableFiles } from './tests/contract/portable-files.ts';
import { keepTemporaryFilesInMemory } from './tests/support/src/scratch-folder.ts';

keepTemporaryFilesInMemory();
// Node keeps what it compiles, for the workers and for the programs that tests start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/node');

/** Files share a worker's modules: they leave nothing of theirs behind, neither mocks nor clocks. */
const withoutBrowser = {
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Vitest's second is too short for a machine that has other work to do.
  expect: { poll: { timeout: 10_000 } },
};

/** What measures or fills the memory of its own process has a process to itself. */
const ownProcess = [
  'apps/backend/src/lib/rate-limit.test.ts',
  'apps/backend/src/operations/idle-collection.test.ts',
  'apps/backend/src/services/functions/service.test.ts',
];

/** Begins with the file that takes longest, which would else be what all wait for at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('/tests/contract/fuzz.test.ts');
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** Set, the contract suite runs its portable files against that server, one after another. */
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
          include: ['apps/web/{src,budget,vite,floor}/**/*.test.ts'],
          exclude: ['**/*.dom.test.ts'],
          // Style sheets are left out, but for the one whose colours are tested.
          css: { include: [/theme\.css/] },
        },
      },
      {
        test: {
          ...withoutBrowser,
          name: 'packages',
          include: ['packages/*/{src,bench}/**/*.test.ts', 'supabase/functions/**/*.test.ts'],
        },
      },
      {
        test: {
          ...withoutBrowser,
          name: 'backend',
          setupFiles: ['tests/support/src/quick-password-hashes.ts'],
          include: ['apps/{backend,site-server}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
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
