import { expect, it, vi } from 'vitest';
import inlinedWasm from 'wasm-media-encoders/wasm/mp3?inline';
import { doVoiceJob, prepareClip } from './voice-job.ts';
import { loadMp3Encoder } from './mp3-encoder.ts';

const wasm = fetch(inlinedWasm).then((response) => response.arrayBuffer());

const tone = Float32Array.from({ length: 88_200 }, (_, i) => 0.5 * Math.sin(i / 20));

it('the encoder is loaded once it can be, and makes MP3', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const fetchWasm = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', fetchWasm);
  try {
    const wav = prepareClip([tone], 44_100).audio;
    fetchWasm.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const offline = await doVoiceJob({ kind: 'post', wav }, loadMp3Encoder);
    expect(offline.audio.type).toBe('audio/wav');
    fetchWasm.mockResolvedValueOnce(new Response('', { status: 500 }));
    const broken = await doVoiceJob({ kind: 'post', wav }, loadMp3Encoder);
    expect(broken.audio.type).toBe('audio/wav');

    const bytes = await wasm;
    fetchWasm.mockImplementation(async () => new Response(bytes));
    const posted = await doVoiceJob({ kind: 'post', wav }, loadMp3Encoder);
    expect(posted.audio.type).toBe('audio/mpeg');
    expect(posted.audio.size).toBeLessThan(40_000);
    expect(posted.duration).toBeCloseTo(2, 2);
    expect(posted.peaks).toHaveLength(100);
    const [first = 0, second = 0] = new Uint8Array(await posted.audio.slice(0, 2).arrayBuffer());
    expect([first, second & 0xe0], 'the mark of an MPEG frame').toEqual([0xff, 0xe0]);

    await doVoiceJob({ kind: 'post', wav }, loadMp3Encoder);
    expect(fetchWasm).toHaveBeenCalledTimes(3);
  } finally {
    vi.unstubAllGlobals();
    log.mockRestore();
  }
});
