import { expect, it } from 'vitest';
import { clipExtension, clipPath } from './clip-path.ts';

const now = new Date(1_770_000_000_000);

it('a clip is stored in its owner’s folder, under a name that says its type', () => {
  expect(clipPath('u1', now, 'audio/mpeg')).toBe('u1/1770000000000-voice-drop.mp3');
  expect(clipPath('u1', now, 'audio/wav')).toBe('u1/1770000000000-voice-drop.wav');
});

it('a clip has no path when the bucket does not take its type', () => {
  expect(() => clipPath('u1', now, 'audio/webm')).toThrow(RangeError);
});

it.each([
  ['u1/1-voice-drop.mp3', 'mp3'],
  ['u1/1-voice-drop.wav', 'wav'],
  ['u1/LOUD.MP3', 'mp3'],
  // Other clients name WAV files as they like.
  ['u1/1.mp3.take', 'wav'],
  ['u1/take', 'wav'],
])('the clip at %s is saved with the extension %s', (path, extension) => {
  expect(clipExtension(path)).toBe(extension);
});
