import { expect, it } from 'vitest';
import { readTab } from './tab-search.ts';

const tabs = ['drops', 'liked', 'replies'] as const;

it('an address names every tab but the first', () => {
  expect(readTab(tabs, { tab: 'liked' })).toEqual({ tab: 'liked' });
  expect(readTab(tabs, { tab: 'drops' })).toEqual({});
});

it('an address with another value, or with none, means the first tab', () => {
  expect(readTab(tabs, { tab: 'nonsense' })).toEqual({});
  expect(readTab(tabs, { tab: ['liked'] })).toEqual({});
  expect(readTab(tabs, {})).toEqual({});
});
