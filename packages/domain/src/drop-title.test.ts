import { expect, it } from 'vitest';
import { dropTitle } from './drop-title.ts';

it.each([
  ['  I miss the sea ', 'echo', 'I miss the sea'],
  [' ', 'deep', 'Voice Drop with Deep Voice filter'],
  ['\u200B\u3164', 'deep', 'Voice Drop with Deep Voice filter'],
  ['a\u202Eb\nc', 'deep', 'ab c'],
  ['👨‍👩‍👧'.repeat(51), 'deep', '👨‍👩‍👧'.repeat(50)],
  ['', 'chipmunk', 'Voice Drop with High Pitch filter'],
  // A filter of a later version.
  ['', 'whale', 'Voice Drop with Whale filter'],
])(
  'a drop with the description %j and the filter %s is titled %j',
  (description, filter, title) => {
    expect(dropTitle(description, filter)).toBe(title);
  },
);
