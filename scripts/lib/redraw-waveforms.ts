import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../packages/database-types/src/database.ts';
import { BUCKET } from '../../packages/domain/src/object-path.ts';
import { measurePeaks } from '../../packages/voice/src/peaks.ts';
import { readWav } from '../../packages/voice/src/read-wav.ts';
import { decodeMp3 } from '../../packages/voice/src/testing/mp3.ts';

/** How many rows are read at a time. */
const BATCH = 100;

/** How many clips are downloaded at a time. */
const CONCURRENCY = 4;

export interface RedrawnBatch {
  /** The id of the last drop: the next batch begins after it. */
  last: string;
  redrawn: number;
  /** The drops whose clips could not be read, and why. They keep their waveforms. */
  failures: readonly { id: string; cause: unknown }[];
}

interface Row {
  id: string;
  audio_path: string;
}

/**
 * Measures the waveforms of stored drops again, from their audio, in the order of their ids. Only the column
 * `waveform` is written, a change that the database announces to nobody.
 *
 * @param client with the secret key
 * @param after the id of the last drop that an earlier run has redrawn
 * @throws when rows cannot be read or written; the batches before that are done
 */
export async function* redrawWaveforms(
  client: SupabaseClient<Database>,
  after: string | null,
): AsyncGenerator<RedrawnBatch> {
  for (let last = after; ;) {
    const rows = client.from('voice_drops').select('id, audio_path').order('id').limit(BATCH);
    const { data: batch } = await (last === null ? rows : rows.gt('id', last)).throwOnError();
    const end = batch.at(-1);
    if (!end) return;
    last = end.id;
    yield { last, ...(await redrawAll(client, batch)) };
  }
}

async function redrawAll(client: SupabaseClient<Database>, batch: readonly Row[]) {
  const failures: { id: string; cause: unknown }[] = [];
  const rows = batch.values();
  const work = async () => {
    for (const { id, audio_path } of rows) {
      const waveform = await measure(client, audio_path).catch((cause: unknown) => {
        failures.push({ id, cause });
      });
      if (waveform) {
        await client.from('voice_drops').update({ waveform }).eq('id', id).throwOnError();
      }
    }
  };
  // The lanes share the iterator, so that each row is handled by one of them.
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { redrawn: batch.length - failures.length, failures };
}

async function measure(client: SupabaseClient<Database>, path: string): Promise<number[]> {
  const { data, error } = await client.storage.from(BUCKET).download(path);
  if (error) throw error;
  const bytes = new Uint8Array(await data.arrayBuffer());
  const isWav = String.fromCharCode(...bytes.subarray(0, 4)) === 'RIFF';
  const { samples } = isWav ? readWav(bytes) : await decodeMp3(bytes);
  if (samples.length === 0) throw new Error('The clip has no sound.');
  return measurePeaks(samples);
}
