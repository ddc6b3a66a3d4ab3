import { veilDigest } from '../e2e/veil-digest.ts';
import { buildVeilScript } from '../e2e/veil-script.ts';
import { expect, test } from './fixtures.ts';

test('the same random words give the same samples of Veil as in Node', async ({ engine }) => {
  await engine.open('about:blank');
  expect(await engine.run(await buildVeilScript())).toBe(veilDigest());
});
