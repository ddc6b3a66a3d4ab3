import { expect, it } from 'vitest';
import { hashtagOf } from './hashtag-address.ts';

it.each([
  ['rain', 'rain'],
  ['#Rain', 'rain'],
  ['2024', '2024'],
  ['dežd', 'dežd'],
  ['rain night', undefined],
  ['##rain', undefined],
  ['a,b', undefined],
  ['{x}', undefined],
  ['#', undefined],
])('%j names the hashtag %j', (written, tag) => {
  expect(hashtagOf(written)).toBe(tag);
});
