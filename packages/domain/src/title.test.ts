import { expect, it } from 'vitest';
import { dropTitle, truncateDescription } from './title.ts';

it.each([
  ['  I miss the sea ', 'echo', 'I miss the sea'],
  [' ', 'deep', 'Voice Drop with Deep Voice filter'],
  ['', 'chipmunk', 'Voice Drop with High Pitch filter'],
  // A filter of a later version.
  ['', 'whale', 'Voice Drop with Whale filter'],
])(
  'a drop with the description %j and the filter %s is titled %j',
  (description, filter, title) => {
    expect(dropTitle(description, filter)).toBe(title);
  },
);

it('a description is cut at fifty characters, never through the middle of a character', () => {
  expect(truncateDescription('a'.repeat(51))).toBe('a'.repeat(50));
  expect(truncateDescription(`${'a'.repeat(49)}🌊`)).toBe('a'.repeat(49));
});
