// The function that computes prints of clips, with speech.
import { readFile } from 'node:fs/promises';
import { encodeVoice } from '@undertone/voice/encode-voice';
import { decodeMp3, loadEncoder } from '@undertone/voice/testing/mp3';
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { signUp } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';

const backend = await openBackend();
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
afterAll(async () => {
  // Other files post on the same backend.
  await sql`delete from private.clip_prints`;
  await sql.end();
});

const ann = await signUp(backend, 'Ann');
const encoder = await loadEncoder();

const load = (name: string) =>
  readFile(new URL(`../../supabase/seed/clips/${name}.mp3`, import.meta.url));
const original = await load('regulars');
const { samples, sampleRate } = await decodeMp3(original);

const post = (clip: Uint8Array, type: 'audio/mpeg' | 'audio/wav' = 'audio/mpeg') =>
  postDrop(ann, {}, type, { clip: new Uint8Array(clip) });

/** Has the prints computed that are waited for. */
const deliver = async () => {
  await sql`update private.outbox set due = now() where kind = 'print'`;
  await sql`select private.request_prints()`;
  await expect
    .poll(async () => (await sql`select from private.outbox where kind = 'print'`).length)
    .toBe(0);
};

const measureOf = async (id: string) => {
  const [row] = await sql<{ moderation: string }[]>`
    select moderation from voice_drops where id = ${id}`;
  return row?.moderation;
};

it('a removed clip is found again when it is encoded again or cut, and other speech is not', async () => {
  const removed = await post(original);
  await sql`select private.apply_measure('drop', ${removed}, 'remove')`;
  expect(await measureOf(await post(original))).toBe('held');
  await deliver();
  const posted = {
    again: await post(
      encodeVoice(
        samples.map((sample) => sample * 0.7),
        sampleRate,
        encoder,
      ).bytes,
    ),
    asWav: await post(encodeVoice(samples, sampleRate, null).bytes, 'audio/wav'),
    cut: await post(
      encodeVoice(samples.slice(Math.round(1.3 * sampleRate)), sampleRate, encoder).bytes,
    ),
    other: await post(await load('sister')),
    broken: await post(original.subarray(0, 2000)),
  };
  await deliver();
  const measures = Object.entries(posted).map(async ([name, id]) => [name, await measureOf(id)]);
  expect(Object.fromEntries(await Promise.all(measures))).toEqual({
    again: 'held',
    asWav: 'held',
    cut: 'held',
    other: 'none',
    broken: 'none',
  });
});

it('only the server has prints computed', async () => {
  const { error, response } = await ann.client.functions.invoke('clip-print', {
    body: { clips: [] },
  });
  expect([error?.name, response?.status]).toEqual(['FunctionsHttpError', 403]);
});
