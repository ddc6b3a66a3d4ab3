import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'budget/**/*.test.ts', 'vite/**/*.test.ts'],
    // A machine that is busy with other work may be slow: a test says what happens, not how fast.
    testTimeout: 30_000,
    setupFiles: ['src/test/setup.ts'],
    // Style sheets are left out, but for the one whose colours are tested.
    css: { include: [/theme\.css/] },
  },
});
