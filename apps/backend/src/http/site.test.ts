import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createSite } from './site.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-site-'));
  await writeFile(join(folder, 'index.html'), '<head><!--undertone-config--></head>');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const pageWith = async (contactEmail: string | null): Promise<string> => {
  const site = await createSite({
    folder,
    config: { supabaseUrl: '/', publishableKey: 'key', contactEmail },
    ask: async () => new Response(null, { status: 404 }),
    log: createLog('silent'),
    urls: { site: 'http://site.test', api: 'http://site.test' },
  });
  return (await site.request('/contact')).text();
};

it('tells a page whom people can write to, and in a way that no setting breaks out of', async () => {
  expect(await pageWith('hello@site.test')).toContain('"contactEmail":"hello@site.test"');
  expect(await pageWith('</script>@site.test')).not.toContain('</script>@');
  expect(await pageWith(null)).toContain('"contactEmail":null');
});
