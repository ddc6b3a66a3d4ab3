import { DESCRIPTION_MAX_LENGTH, HASHTAGS_MAX } from '@undertone/domain/limits';
import { expect, it } from 'vitest';
import { charactersUsed, hashtagsDetected } from './description-words.ts';

it('counts against the product’s limits', () => {
  expect(charactersUsed(12)).toBe(`12/${DESCRIPTION_MAX_LENGTH} characters`);
  expect(hashtagsDetected(2)).toBe(`2/${HASHTAGS_MAX} hashtags detected`);
});
