import { afterEach, expect, it, vi } from 'vitest';
import { fakePicture } from '#test/fake-picture.ts';
import { avatarPicture } from './avatar-picture.ts';

afterEach(() => void vi.unstubAllGlobals());

const file = new File(['large'], 'me.jpg', { type: 'image/jpeg' });

it.each([
  ['wide', { width: 4000, height: 3000 }, [500, 0, 3000, 3000], [512, 512]],
  ['tall', { width: 600, height: 1000 }, [0, 200, 600, 600], [512, 512]],
  ['small', { width: 100, height: 100 }, [0, 0, 100, 100], [100, 100]],
])('is the middle of a %s picture, at most 512 pixels a side', async (_shape, size, from, to) => {
  const drawings = fakePicture(size);
  await avatarPicture(file);
  expect(drawings).toEqual([{ from, to }]);
});

it('is written anew, so that nothing is left of what a camera has noted', async () => {
  fakePicture({ width: 100, height: 100 });
  const picture = await avatarPicture(file);
  expect(picture.type).toBe('image/webp');
  expect(await picture.text()).toBe('small');
});

it('is none of what the browser cannot read', async () => {
  fakePicture(undefined);
  await expect(avatarPicture(file)).rejects.toThrow('could not be decoded');
});
