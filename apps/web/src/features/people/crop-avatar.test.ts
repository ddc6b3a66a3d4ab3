import { afterEach, expect, it, vi } from 'vitest';
import { fakePicture } from '#test/fake-picture.ts';
import { cropAvatar } from './crop-avatar.ts';

afterEach(() => void vi.unstubAllGlobals());

const file = new File(['large'], 'me.jpg', { type: 'image/jpeg' });

it.each([
  ['wide', { width: 4000, height: 3000 }, [500, 0, 3000, 3000], [512, 512]],
  ['tall', { width: 600, height: 1000 }, [0, 200, 600, 600], [512, 512]],
  ['small', { width: 100, height: 100 }, [0, 0, 100, 100], [100, 100]],
])(
  'cropAvatar crops a %s picture to its middle, at most 512 pixels a side',
  async (_shape, size, from, to) => {
    const drawings = fakePicture(size);
    await cropAvatar(file);
    expect(drawings).toEqual([{ from, to }]);
  },
);

it('cropAvatar re-encodes the picture without the camera’s metadata', async () => {
  fakePicture({ width: 100, height: 100 });
  const picture = await cropAvatar(file);
  expect(picture.type).toBe('image/webp');
  expect(await picture.text()).toBe('small');
});

it('cropAvatar rejects when the browser cannot decode the file', async () => {
  fakePicture(undefined);
  await expect(cropAvatar(file)).rejects.toThrow('could not be decoded');
});
