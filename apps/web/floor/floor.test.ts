import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FLOOR } from './floor.ts';

it('the page for older browsers names the required versions', async () => {
  const script = await readFile(join(import.meta.dirname, '../public/start.js'), 'utf8');
  const { safari, chrome, firefox } = FLOOR;
  expect(script).toContain(`Safari ${safari}, Chrome ${chrome}, Firefox ${firefox} or a later`);
});

it('the public pages name the browsers that can record', async () => {
  const faqs = await readFile(
    join(import.meta.dirname, '../src/features/marketing/faqs.ts'),
    'utf8',
  );
  const { safari, chrome, firefox } = FLOOR;
  expect(faqs).toContain(
    `from version ${chrome}, Firefox from ${firefox} and Safari from ${safari}`,
  );
});
