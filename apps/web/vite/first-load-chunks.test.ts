import { expect, it } from 'vitest';
import { firstLoadChunks } from './first-load-chunks.ts';

/** What modules import, and what imports them, by their paths. */
const imports: Record<string, string[]> = {
  '/src/app/main.tsx': ['/src/lib/app.ts'],
  '/src/features/recorder/panel.tsx': ['/src/lib/app.ts', '/src/take.ts', '/src/lib/store.ts'],
  '/src/lib/store.ts': ['/node_modules/idb/index.js'],
  '/src/features/settings.tsx': ['/src/lib/store.ts'],
};

it('the recorder and its page are one chunk, and what other pages share with it is another', () => {
  const chunkOf = firstLoadChunks({
    landing: [],
    app: ['/src/app/main.tsx'],
    feed: [],
    auth: [],
    visit: [],
    recorder: { page: ['/record.tsx'], panel: ['/src/features/recorder/panel.tsx'] },
  });
  const context = {
    getModuleInfo: (id: string) => ({
      importedIds: imports[id] ?? [],
      importers: Object.keys(imports).filter((each) => imports[each]?.includes(id)),
    }),
  };
  const chunks = Object.fromEntries(
    [
      '/src/lib/app.ts',
      '/src/features/recorder/panel.tsx',
      '/src/take.ts',
      '/record.tsx?tsr-split=component',
      '/src/lib/store.ts',
      '/node_modules/idb/index.js',
      '/src/features/settings.tsx',
    ].map((id) => [id, chunkOf(id, context)]),
  );
  expect(chunks).toEqual({
    '/src/lib/app.ts': 'app',
    '/src/features/recorder/panel.tsx': 'recorder',
    '/src/take.ts': 'recorder',
    '/record.tsx?tsr-split=component': 'recorder',
    '/src/lib/store.ts': 'shared',
    '/node_modules/idb/index.js': 'shared',
    '/src/features/settings.tsx': null,
  });
});
