import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { smallIcons } from './vite/small-icons.ts';

/** Builds what renders pages for visitors, to run in a thread of the site server, with all libraries. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    // The same icons as in the app.
    smallIcons(),
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'server/render-thread.ts',
    outDir: 'dist/.vite/server',
    copyPublicDir: false,
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
    },
  },
});
