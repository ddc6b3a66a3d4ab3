import { expect, it } from 'vitest';
import { avatarPath } from './avatar.ts';

const now = new Date(1_770_000_000_000);

it('an avatar is named for its owner and its type', () => {
  expect(avatarPath('u1', now, 'image/jpeg')).toBe('avatars/u1_1770000000000.jpg');
  expect(avatarPath('u1', now, 'image/webp')).toBe('avatars/u1_1770000000000.webp');
  expect(avatarPath('u1', now, 'image/webp', '-')).toBe('avatars/u1-1770000000000.webp');
});
