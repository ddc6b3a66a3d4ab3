import { beforeEach, expect, it, vi } from 'vitest';
import { findVideoEncoding } from './video-encoding.ts';

const encoderOf = (codecs: readonly string[]) => ({
  isConfigSupported: async ({ codec }: { codec: string }) => ({
    supported: codecs.includes(codec),
  }),
});

function stubEncoders(...codecs: string[]) {
  vi.stubGlobal('VideoEncoder', encoderOf(codecs));
  vi.stubGlobal('AudioEncoder', encoderOf(codecs));
}

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
});

it.each([
  [
    'MP4 with H.264 and AAC',
    ['avc1.640028', 'mp4a.40.2', 'opus', 'vp8'],
    'mp4 avc1.640028 mp4a.40.2',
  ],
  ['MP4 with Opus, without AAC', ['avc1.42e028', 'opus', 'vp8'], 'mp4 avc1.42e028 opus'],
  ['WebM, without H.264', ['vp09.00.40.08', 'vp8', 'opus', 'mp4a.40.2'], 'webm vp09.00.40.08 opus'],
  ['WebM with VP8, without VP9', ['vp8', 'opus'], 'webm vp8 opus'],
])('a browser makes %s', async (_title, codecs, expected) => {
  stubEncoders(...codecs);
  const encoding = await findVideoEncoding();
  if (typeof encoding === 'string') throw new Error(encoding);
  const { container, video, audio } = encoding;
  expect(`${container} ${video.string} ${audio.string}`).toBe(expected);
});

it.each([[[]], [['vp8', 'mp4a.40.2']], [['avc1.640028']], [['opus']]])(
  'a browser that encodes only %j makes no video',
  async (codecs) => {
    stubEncoders(...codecs);
    expect(await findVideoEncoding()).toBe('no encoder');
  },
);

it('a browser without WebCodecs makes no video, and no browser does without HTTPS', async () => {
  expect(await findVideoEncoding()).toBe('no encoder');
  vi.stubGlobal('isSecureContext', false);
  expect(await findVideoEncoding()).toBe('insecure');
});
