import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** The tests of the web app that need a document: those of components, and what is named `.dom.test.ts`. The others are the project `web-pure`. */
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
    // A worker takes in the app and makes a document once, not for each file: src/test/setup.ts cleans up.
    isolate: false,
    // A machine that is busy with other work may be slow: a test says what happens, not how fast.
    testTimeout: 30_000,
    setupFiles: ['src/test/setup.ts'],
    css: false,
  },
});
