import { expect, it } from 'vitest';
import { failureReason, postProblemMessages } from './post-messages.ts';

it.each([
  ['signed-out', 'Authentication Error', 'Please log in to post voice drops.'],
  ['upload-failed', 'Upload Failed', 'Failed to upload audio file. Please try again.'],
  ['save-failed', 'Save Failed', 'Failed to save voice drop. Please try again.'],
  ['unmasked', 'Post Failed', 'Failed to post voice drop. Please try again.'],
  ['unexpected', 'Error', 'An unexpected error occurred. Please try again.'],
] as const)('a post that failed as %s shows the title %s', (problem, title, words) => {
  expect(postProblemMessages[problem]).toEqual([title, words]);
});

it('the note about a failed post contains its reason or the backend’s message, and where the recording is', () => {
  const kept = ' Your recording is kept on this device.';
  expect(failureReason({ problem: 'save-failed', limit: 'Too many.' })).toBe(`Too many.${kept}`);
  for (const problem of ['signed-out', 'upload-failed', 'unmasked', 'unexpected'] as const) {
    expect(failureReason({ problem })).toMatch(/^Not posted: .+\. Your recording is kept/);
  }
});
