import { expect, it } from 'vitest';
import { avatarPath, objectPath } from './object-path.ts';

const now = new Date(1_770_000_000_000);

it('an avatar is named for its owner and its type', () => {
  expect(avatarPath('u1', now, 'image/jpeg')).toBe('avatars/u1_1770000000000.jpg');
  expect(avatarPath('u1', now, 'image/webp')).toBe('avatars/u1_1770000000000.webp');
  expect(avatarPath('u1', now, 'image/webp', '-')).toBe('avatars/u1-1770000000000.webp');
});

it.each([
  ['/storage/v1/object/voice-drops/avatars/u1_1.png', 'avatars/u1_1.png'],
  ['https://a.test/storage/v1/object/public/voice-drops/u1/1.wav', 'u1/1.wav'],
  ['https://a.test/storage/v1/object/sign/voice-drops/u1/1.mp3?token=t', 'u1/1.mp3'],
  ['https://a.test/storage/v1/object/public/elsewhere/u1/1.wav', null],
  ['https://a.test/picture.png', null],
])('the URL %s stands for %s', (url, path) => {
  expect(objectPath(url)).toBe(path);
});
