import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { BUILD_TARGET } from '../../apps/web/floor/floor.ts';

/**
 * Builds `veilFingerprint` for browsers, with the same tool and target as the product.
 *
 * @returns the body of a function that returns the fingerprint
 */
export async function buildFingerprintScript(): Promise<string> {
  const entry = join(import.meta.dirname, 'veil-fingerprint.ts');
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
  if (!chunk) throw new Error('The build has no output.');
  return `${chunk.code}\nreturn veil.veilFingerprint();`;
}

const isChunk = (
  output: Rolldown.OutputChunk | Rolldown.OutputAsset,
): output is Rolldown.OutputChunk => output.type === 'chunk';
