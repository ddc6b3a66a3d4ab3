import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** The tests of the web app that need a document: `.test.tsx` and `.dom.test.ts`. All others belong to the project `web-pure`. */
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
    // A worker imports the app and creates a document only once, not for each file; src/test/setup.ts cleans up.
    isolate: false,
    // Long, because the machine may be busy with other work.
    testTimeout: 30_000,
    setupFiles: ['src/test/setup.ts'],
    css: false,
  },
});
