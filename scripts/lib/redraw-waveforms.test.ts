import { createClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../packages/database-types/src/database.ts';
import { encodeVoice } from '../../packages/voice/src/encode-voice.ts';
import { measurePeaks } from '../../packages/voice/src/peaks.ts';
import { loadEncoder } from '../../packages/voice/src/testing/mp3.ts';
import { makeSpeech } from '../../packages/voice/src/testing/speech.ts';
import { writeWav } from '../../packages/voice/src/write-wav.ts';
import { redrawWaveforms, type RedrawnBatch } from './redraw-waveforms.ts';

const speech = makeSpeech(2, 44_100);
const files = new Map<string, Uint8Array<ArrayBuffer>>([
  ['ada/a.wav', writeWav(speech, 44_100)],
  ['ada/broken.mp3', new Uint8Array(500)],
]);

beforeAll(async () => {
  files.set('ada/a.mp3', encodeVoice(speech, 44_100, await loadEncoder()).bytes);
});

/** A server with these drops, in the order of their ids. */
function serve(drops: readonly { id: string; audio_path: string }[]) {
  const changes = new Map<string, { waveform: number[] }>();
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const prefix = '/storage/v1/object/voice-drops/';
    if (pathname.startsWith(prefix)) {
      const file = files.get(pathname.slice(prefix.length));
      return file ? new Response(file) : Response.json({ message: 'gone' }, { status: 404 });
    }
    const id = searchParams.get('id');
    if (request.method === 'PATCH') {
      changes.set(id?.replace('eq.', '') ?? '', await request.json());
      return new Response(null, { status: 204 });
    }
    const after = id?.replace('gt.', '') ?? '';
    return Response.json(drops.filter((drop) => drop.id > after).slice(0, 100));
  };
  const client = createClient<Database>('http://undertone.test', 'sb_secret_key', {
    auth: { persistSession: false },
    global: { fetch: answer },
  });
  return { client, changes };
}

async function redraw(server: ReturnType<typeof serve>, after: string | null = null) {
  const batches: RedrawnBatch[] = [];
  for await (const batch of redrawWaveforms(server.client, after)) batches.push(batch);
  return batches;
}

it('the waveforms of MP3 and WAV clips are measured again, and nothing else is written', async () => {
  const server = serve([
    { id: 'a', audio_path: 'ada/a.mp3' },
    { id: 'b', audio_path: 'ada/a.wav' },
  ]);
  expect(await redraw(server)).toEqual([{ last: 'b', redrawn: 2, failures: [] }]);
  expect(server.changes.get('b')).toEqual({ waveform: measurePeaks(speech) });
  const { waveform, ...others } = server.changes.get('a') ?? { waveform: [] };
  expect(others).toEqual({});
  // The posted clip was limited and encoded since its waveform was measured.
  const differences = measurePeaks(speech).map((peak, i) => Math.abs(peak - (waveform[i] ?? 0)));
  expect(differences.reduce((sum, each) => sum + each) / 100).toBeLessThan(12);
});

it('a clip that is gone or cannot be decoded is reported, and the others are redrawn', async () => {
  const server = serve([
    { id: 'a', audio_path: 'ada/gone.mp3' },
    { id: 'b', audio_path: 'ada/broken.mp3' },
    { id: 'c', audio_path: 'ada/a.wav' },
  ]);
  const [batch] = await redraw(server);
  expect(batch?.failures.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
  expect([...server.changes.keys()]).toEqual(['c']);
});

it('drops are read in batches of a hundred, and a later run begins after the last one', async () => {
  const drops = Array.from({ length: 250 }, (_, index) => ({
    id: String(index).padStart(3, '0'),
    audio_path: 'ada/gone.mp3',
  }));
  const ends = (await redraw(serve(drops))).map(({ last }) => last);
  expect(ends).toEqual(['099', '199', '249']);
  expect(await redraw(serve(drops), '199')).toMatchObject([{ last: '249' }]);
});
