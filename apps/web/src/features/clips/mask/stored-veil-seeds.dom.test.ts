import { expect, it } from 'vitest';
import { removeOtherAccounts } from '#lib/remove-other-accounts.ts';
import { forgetVeilSeed, hasVeilSeed, veilSeed } from './stored-veil-seeds.ts';

it('a seed is drawn once for each account and key, until it is forgotten or the account signs out', () => {
  const first = veilSeed('ada', 'm');
  expect(first).toHaveLength(4);
  expect(veilSeed('ada', 'm')).toEqual(first);
  expect(veilSeed('ada', 'n')).not.toEqual(first);
  expect(veilSeed('noor', 'm')).not.toEqual(first);

  forgetVeilSeed('ada', 'm');
  expect(hasVeilSeed('ada', 'm')).toBe(false);
  expect(hasVeilSeed('ada', 'n')).toBe(true);
  expect(veilSeed('ada', 'm')).not.toEqual(first);

  removeOtherAccounts(undefined);
  expect(Object.keys(localStorage)).toEqual([]);
});
