import { join } from 'node:path';
import { defineConfig } from 'vite';
import { BUILD_TARGET } from './floor/floor.ts';
import { compressedFiles } from './vite/compressed-files.ts';

/**
 * Builds the script of the pages that the server renders for visitors: one file with all that it needs. In the
 * app's build it would share chunks with the app, which come later.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [compressedFiles()],
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/early.json',
    target: BUILD_TARGET,
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'src/app/early/early-player.ts'),
      output: {
        hashCharacters: 'base36',
        entryFileNames: 'assets/[name]-[hash:7].js',
        // A script of the document's head, which runs before the first paint.
        format: 'iife',
      },
    },
  },
});
