import { expect, it } from 'vitest';
import { objectPath } from './object-path.ts';

it.each([
  ['/storage/v1/object/voice-drops/avatars/u1_1.png', 'avatars/u1_1.png'],
  ['https://a.test/storage/v1/object/public/voice-drops/u1/1.wav', 'u1/1.wav'],
  ['https://a.test/storage/v1/object/sign/voice-drops/u1/1.mp3?token=t', 'u1/1.mp3'],
  ['https://a.test/storage/v1/object/public/elsewhere/u1/1.wav', null],
  ['https://a.test/picture.png', null],
])('the URL %s stands for %s', (url, path) => {
  expect(objectPath(url)).toBe(path);
});
