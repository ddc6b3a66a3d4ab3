import { expect, it } from 'vitest';
import { removeOtherAccounts } from '#lib/remove-other-accounts.ts';
import { resumePosition, storePosition } from './stored-positions.ts';

it('a drop that was left near its start or its end starts at its beginning', () => {
  for (const position of [1.9, 38.1, 40]) {
    storePosition('mira', 'a', 20, 40);
    storePosition('mira', 'a', position, 40);
    expect(resumePosition('mira', 'a')).toBe(0);
  }
});

it('each listener has their own positions, and those of other accounts are removed', () => {
  storePosition('mira', 'a', 10, 40);
  storePosition(undefined, 'a', 20, 40);
  expect([resumePosition('mira', 'a'), resumePosition(undefined, 'a')]).toEqual([9, 19]);
  removeOtherAccounts(undefined);
  expect([resumePosition('mira', 'a'), resumePosition(undefined, 'a')]).toEqual([0, 19]);
});

it('a limited number of positions is stored, and the oldest are removed', () => {
  for (let index = 0; index <= 200; index++) storePosition('mira', `drop ${index}`, 10, 40);
  storePosition('mira', 'drop 1', 20, 40);
  storePosition('mira', 'another', 10, 40);
  const positions = ['drop 0', 'drop 1', 'drop 2', 'drop 200'].map((id) =>
    resumePosition('mira', id),
  );
  expect(positions).toEqual([0, 19, 0, 9]);
});

it('invalid stored positions are ignored', () => {
  localStorage.setItem('undertone:places/mira', 'a=soon&b=-3');
  expect([resumePosition('mira', 'a'), resumePosition('mira', 'b')]).toEqual([0, 0]);
});
