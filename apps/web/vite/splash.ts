import type { Plugin } from 'vite';
import { quietWaveBox, quietWavePath } from '../src/ui/quiet-wave-path.ts';

const marker = '<!--undertone-splash-->';

/** The app's ornament, in the middle of the page. */
const splash = `<div class="grid min-h-dvh place-items-center text-line-strong" aria-hidden="true">
        <svg viewBox="${quietWaveBox}" fill="none" class="h-9">
          <path d="${quietWavePath}" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" />
        </svg>
      </div>`;

/**
 * Gives a document something to show until its code is there, in place of a blank
 * page: the first paint waits for the stylesheet only. React replaces it.
 */
export function splashScreen(): Plugin {
  return {
    name: 'splash-screen',
    transformIndexHtml: (html) => html.replace(marker, splash),
  };
}
