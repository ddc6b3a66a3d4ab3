import { defineConfig } from 'vitest/config';
import { portableFiles } from './tests/contract/portable.ts';
import { keepTemporaryFilesInMemory } from './tests/support/src/scratch-folder.ts';

keepTemporaryFilesInMemory();

/** Set, the contract suite runs its portable files against that server, one after another. */
const otherServer = process.env.CONTRACT_URL;

export default defineConfig({
  test: {
    projects: [
      'apps/web',
      {
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'supabase/functions/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'backend',
          include: ['apps/{backend,site-server}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          globalSetup: ['tests/database/support/start-database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'contract',
          include: otherServer
            ? portableFiles.map((name) => `tests/contract/${name}`)
            : ['tests/contract/**/*.test.ts'],
          fileParallelism: !otherServer,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
