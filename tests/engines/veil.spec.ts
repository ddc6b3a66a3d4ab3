import { veilFingerprint } from '../e2e/veil-fingerprint.ts';
import { buildFingerprintScript } from '../e2e/veil-fingerprint-script.ts';
import { expect, test } from './fixtures.ts';

test('Veil produces the same samples as in Node from the same seed', async ({ engine }) => {
  await engine.open('about:blank');
  expect(await engine.run(await buildFingerprintScript())).toBe(veilFingerprint());
});
