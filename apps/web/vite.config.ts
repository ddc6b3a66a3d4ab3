import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { compressedFiles } from './vite/compressed-files.ts';
import { firstLoadChunks } from './vite/first-load-chunks.ts';
import { fontPreload } from './vite/font-preload.ts';
import { pagePreloads } from './vite/page-preloads.ts';
import { serviceWorkerRelease } from './vite/service-worker-release.ts';
import { stylesheetFirst } from './vite/stylesheet-first.ts';
import { findBackend, undertoneConfig } from './vite/undertone-config.ts';

const sources = (...names: string[]) => names.map((name) => join(import.meta.dirname, 'src', name));

const repository = join(import.meta.dirname, '../..');

const textTypeface = 'figtree-latin-wght-normal';
const headlineTypeface = 'latin-fraunces';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    tailwindcss(),
    undertoneConfig(findBackend(process.env, repository)),
    fontPreload({
      'landing.html': [textTypeface, headlineTypeface],
      'embed.html': [textTypeface],
      // Its code weighs more than the headlines' typeface, and is what there is to wait for: that comes
      // after it, and takes the place of a fallback of the same metrics.
      'index.html': [textTypeface],
    }),
    pagePreloads('index.html', join(import.meta.dirname, 'src/routes'), {
      // Pictures and voices are at addresses that have to be asked for.
      routes: /^_shell\/(\$username|voice-drop\.\$id|feed)\.tsx$/,
      library: '/@supabase/storage-js/',
    }),
    stylesheetFirst(),
    compressedFiles(),
    serviceWorkerRelease(),
  ],
  resolve: {
    // React has this hook itself since version 18; libraries bring one of their own for older ones: 0.2 kB.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  build: {
    manifest: true,
    // Every browser that can show the site knows modulepreload.
    modulePreload: { polyfill: false },
    // The policy forbids inline data; a file is also kept by the browser for the next visit.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: {
        main: join(import.meta.dirname, 'index.html'),
        landing: join(import.meta.dirname, 'landing.html'),
        embed: join(import.meta.dirname, 'embed.html'),
      },
      output: {
        // Seven signs are the fewest that the bundler takes. Pages name a hundred files that they may fetch
        // later, and hashes do not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What every page needs, the front door included.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|clsx|lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|shared))[./]/,
            },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)[./]/ },
            // What the app needs on every page, in one file: it compresses better than many, and changes rarely.
            {
              name: 'foundation',
              test: /node_modules\/(@tanstack|use-sync-external-store|@supabase\/postgrest-js)[./]/,
            },
            // Of the bars and the cards, each by its name: a library's one entry hides who draws which icon.
            // One that is missing here may end up in a chunk that needs this page's own: the build then fails.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/icons\/(arrow-left|bell|bookmark|chevron-down|compass|ellipsis|headphones|heart|house|info|lock|log-in|menu|message-circle|mic|panel-left|pause|play|search|settings|share-2|trending-up|user|user-plus|users|wifi-off)\.mjs/,
            },
            // What checks what one types, and shows a password.
            {
              name: 'forms',
              test: /node_modules\/(zod\/|lucide-react\/dist\/esm\/icons\/(eye|eye-off)\.mjs)/,
            },
            {
              debugName: 'first load',
              name: firstLoadChunks({
                door: sources('app/landing.tsx'),
                app: sources('app/main.tsx'),
                feed: sources(
                  'routes/_shell.tsx',
                  'routes/_shell/_member.tsx',
                  'routes/_shell/_member/app.tsx',
                ),
                auth: sources('routes/auth.tsx'),
                visit: sources('routes/_shell/voice-drop.$id.tsx', 'routes/_shell/$username.tsx'),
              }),
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1' },
});
