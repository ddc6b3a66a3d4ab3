import { expect, it } from 'vitest';
import { takeBackVolumes } from '#test/fake-media.ts';
import { canSetVolume } from './volume-support.ts';

it('pages can set the volume in a browser that keeps it', async () => {
  expect(await canSetVolume()).toBe(true);
});

it('pages cannot set the volume in a browser that restores the old one a task later, as on iPhones', async () => {
  takeBackVolumes();
  expect(await canSetVolume()).toBe(false);
});
