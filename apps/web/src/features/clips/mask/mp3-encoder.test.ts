import { beforeEach, expect, it, vi } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders/esnext';
import { doVoiceJob, prepareClip } from './voice-job.ts';
import { loadMp3Encoder } from './mp3-encoder.ts';

const tone = Float32Array.from({ length: 88_200 }, (_, i) => 0.5 * Math.sin(i / 20));

/** Reads the encoder's code from the data URL that the library fetches. */
async function readWasm(fetchFile: typeof fetch): Promise<ArrayBuffer> {
  const watched = vi.fn(fetchFile);
  vi.stubGlobal('fetch', watched);
  await createMp3Encoder();
  const [url = ''] = watched.mock.calls[0] ?? [];
  return (await fetchFile(url)).arrayBuffer();
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

it('the encoder is loaded again after a failure, and then makes MP3', async () => {
  const wasm = await readWasm(fetch);
  const fetchWasm = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', fetchWasm);
  const { audio: wav } = prepareClip([tone], 44_100);
  const post = () => doVoiceJob({ kind: 'post', wav }, loadMp3Encoder);

  fetchWasm.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect((await post()).audio.type).toBe('audio/wav');
  fetchWasm.mockResolvedValueOnce(new Response('', { status: 500 }));
  expect((await post()).audio.type).toBe('audio/wav');

  fetchWasm.mockImplementation(async () => new Response(wasm));
  const { audio, duration, peaks } = await post();
  expect(audio.type).toBe('audio/mpeg');
  expect(audio.size).toBeLessThan(40_000);
  expect(duration).toBe(2);
  expect(peaks).toHaveLength(100);
  const [first = 0, second = 0] = new Uint8Array(await audio.slice(0, 2).arrayBuffer());
  expect([first, second >> 5], 'the sync word of an MPEG frame').toEqual([0xff, 0b111]);

  await post();
  expect(fetchWasm).toHaveBeenCalledTimes(3);
});
