import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { BUILD_TARGET } from '../../apps/web/floor/floor.ts';

/**
 * Builds `veilDigest` for browsers, by what builds the product and for the same browsers.
 *
 * @returns the body of a function that returns the digest
 */
export async function buildVeilScript(): Promise<string> {
  const entry = join(import.meta.dirname, 'veil-digest.ts');
  const outputs = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: BUILD_TARGET,
      lib: { entry, formats: ['iife'], name: 'veil' },
    },
  });
  const [bundle] = [outputs].flat();
  const chunk = bundle && 'output' in bundle && bundle.output.find(isChunk);
  if (!chunk) throw new Error('Nothing was built.');
  return `${chunk.code}\nreturn veil.veilDigest();`;
}

const isChunk = (
  output: Rolldown.OutputChunk | Rolldown.OutputAsset,
): output is Rolldown.OutputChunk => output.type === 'chunk';
