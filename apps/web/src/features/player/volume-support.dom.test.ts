import { expect, it } from 'vitest';
import { takeBackVolumes } from '#test/fake-media.ts';
import { canSetVolume } from './volume-support.ts';

it('pages can set the volume where the browser keeps what was set', async () => {
  expect(await canSetVolume()).toBe(true);
});

it('pages cannot set the volume where the browser takes it back a task later, as on iPhones', async () => {
  takeBackVolumes();
  expect(await canSetVolume()).toBe(false);
});
