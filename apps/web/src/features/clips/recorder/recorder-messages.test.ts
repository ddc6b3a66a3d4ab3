import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';
import { expect, it } from 'vitest';
import type { CapturePause } from '#features/clips/capture/capture.ts';
import {
  announcement,
  noticeMessages,
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

it.each(['insecure', 'unsupported', 'refused', 'missing', 'in-use', 'failed', 'lost'] as const)(
  'the notice %s has its own message',
  (problem) => {
    expect(noticeMessages[problem]).toMatch(/^[A-Z].+\.$/);
  },
);

it('the message for the limit names RECORDING_MAX_SECONDS', () => {
  expect(recordingComplete[1]).toContain(` ${RECORDING_MAX_SECONDS} seconds `);
});
