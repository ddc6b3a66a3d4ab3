import { expect, it } from 'vitest';
import { removeOtherAccounts } from '#lib/account-local-storage.ts';
import { resumePoint, storePlace } from './stored-places.ts';

it('a drop that was left in the middle goes on a second before', () => {
  storePlace('mira', 'a', 17.26, 40);
  expect(resumePoint('mira', 'a')).toBeCloseTo(16.3);
  expect(resumePoint('mira', 'b')).toBe(0);
});

it('a drop that was left near its start or its end begins at its start', () => {
  for (const position of [1.9, 38.1, 40]) {
    storePlace('mira', 'a', 20, 40);
    storePlace('mira', 'a', position, 40);
    expect(resumePoint('mira', 'a')).toBe(0);
  }
});

it('each listener has places of their own, and those of others are removed', () => {
  storePlace('mira', 'a', 10, 40);
  storePlace(undefined, 'a', 20, 40);
  expect([resumePoint('mira', 'a'), resumePoint(undefined, 'a')]).toEqual([9, 19]);
  removeOtherAccounts(undefined);
  expect([resumePoint('mira', 'a'), resumePoint(undefined, 'a')]).toEqual([0, 19]);
});

it('a limited number of places is kept, and the oldest are dropped', () => {
  for (let index = 0; index <= 200; index++) storePlace('mira', `drop ${index}`, 10, 40);
  storePlace('mira', 'drop 1', 20, 40);
  storePlace('mira', 'another', 10, 40);
  const places = ['drop 0', 'drop 1', 'drop 2', 'drop 200'].map((id) => resumePoint('mira', id));
  expect(places).toEqual([0, 19, 0, 9]);
});

it('what is no place is ignored', () => {
  localStorage.setItem('undertone:places/mira', 'a=soon&b=-3');
  expect([resumePoint('mira', 'a'), resumePoint('mira', 'b')]).toEqual([0, 0]);
});
