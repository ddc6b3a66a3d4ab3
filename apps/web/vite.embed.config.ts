import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { BUILD_TARGET } from './floor/floor.ts';
import { compressedFiles } from './vite/compressed-files.ts';
import { TEXT_TYPEFACE, fontPreload } from './vite/font-preload.ts';
import { smallIcons } from './vite/small-icons.ts';
import { smallPreloads } from './vite/small-preloads.ts';
import { startScript } from './vite/start-script.ts';
import { stylesheetFirst } from './vite/stylesheet-first.ts';

/**
 * Builds the player for other sites' pages: one file with all that it needs to show a drop. In the app's build it
 * would share chunks with the app, of which it needs a small part; and browsers keep the files of a site that is
 * embedded in another apart from those of the site itself.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    fontPreload({ 'embed.html': [TEXT_TYPEFACE] }),
    smallIcons(),
    smallPreloads(),
    stylesheetFirst(),
    startScript(join(import.meta.dirname, 'public')),
    compressedFiles(),
  ],
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: '.vite/embed.json',
    target: BUILD_TARGET,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all' } },
      input: { embed: join(import.meta.dirname, 'embed.html') },
      output: {
        hashCharacters: 'base36',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
      },
    },
  },
});
