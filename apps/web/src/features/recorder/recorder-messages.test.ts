import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { expect, it } from 'vitest';
import type { CapturePause } from './capture/capture.ts';
import {
  announcement,
  failureReason,
  noticeMessages,
  postProblemMessages,
  recordingComplete,
  statusLine,
} from './recorder-messages.ts';
import type { RecorderPhase } from './recorder-state.ts';

it('the status line shows phase and recorded seconds', () => {
  const line = (phase: RecorderPhase, seconds: number, pause: CapturePause = null) =>
    statusLine({ phase, seconds, pause });
  expect(line('idle', 0)).toBe('Tap the orange button to start recording');
  expect(line('recording', 7)).toBe('Recording... 7s / 60s');
  expect(line('recording', 7, 'muted')).toBe('Paused at 7s / 60s');
  expect(line('ready', 7)).toBe('Ready to choose voice filter');
});

it('screen readers announce the start of a recording and 30, 10 and 0 seconds left, not each second', () => {
  const announcements = Array.from({ length: 61 }, (_, second) =>
    announcement('recording', second),
  );
  expect([...new Set(announcements)]).toEqual([
    'Recording started',
    'Thirty seconds left',
    'Ten seconds left',
    'Time is up',
  ]);
  expect(announcements.indexOf('Thirty seconds left')).toBe(30);
  expect(announcements.indexOf('Ten seconds left')).toBe(50);
  expect(announcements.indexOf('Time is up')).toBe(60);
});

it('screen readers announce why a recording stopped', () => {
  expect(announcement('finishing', 12)).toBe('Recording stopped');
  expect(announcement('finishing', 60)).toBe('Time is up, recording stopped');
  expect(announcement('ready', 60)).toBe('');
});

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

it.each(['insecure', 'unsupported', 'refused', 'missing', 'in-use', 'failed', 'lost'] as const)(
  'the notice %s has its own message',
  (problem) => {
    expect(noticeMessages[problem]).toMatch(/^[A-Z].+\.$/);
  },
);

it('the message for the limit names RECORDING_MAX_SECONDS', () => {
  expect(recordingComplete[1]).toContain(` ${RECORDING_MAX_SECONDS} seconds `);
});
