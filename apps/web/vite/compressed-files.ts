import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/** Files with a content hash in their name. Documents are excluded: the server completes and compresses those. */
const compressible = /\.(js|css|wasm)$/;

/**
 * Also writes each script, stylesheet and WebAssembly module of the build as `<name>.br`, with Brotli's
 * best compression, which would be too slow for the server.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => compressible.test(name));
      await Promise.all(
        names.map(async (name) => {
          const source = await readFile(join(dir, name));
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
          };
          await writeFile(join(dir, `${name}.br`), await compress(source, { params }));
        }),
      );
    },
  };
}
