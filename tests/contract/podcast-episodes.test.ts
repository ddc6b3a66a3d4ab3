// The audio of podcast episodes, requested by plain HTTP, as podcast apps do.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clipOf } from './fixtures/clip.ts';
import { signUp, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';

const backend = await openBackend();
let sql: Sql;
/** A person who allows downloads. */
let ann: Person;

beforeAll(async () => {
  sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
  ann = await signUp(backend, 'Ann');
  await change(ann, { allow_downloads: true });
});
afterAll(async () => {
  await sql?.end();
});

const change = ({ id, client }: Person, columns: object) =>
  client.from('profiles').update(columns).eq('user_id', id).throwOnError();

const listen = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${backend.url}/listen/${id}.mp3`, { headers, method });

/** The headers of each response with audio. */
const audioHeaders = {
  'content-type': 'audio/mpeg',
  'accept-ranges': 'bytes',
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-range, etag',
};

describe.each(['audio/mpeg', 'audio/wav'] as const)('an episode posted as %s', (type) => {
  it('is served as an MP3 file, whole and in parts', async () => {
    const id = await postDrop(ann, {}, type);
    const whole = await listen(id);
    expect(Object.fromEntries(whole.headers)).toMatchObject(audioHeaders);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    // The first frame's sync, or an ID3 tag.
    expect(bytes[0] === 0xff || bytes.subarray(0, 3).toString() === 'ID3').toBe(true);

    const head = await listen(id, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    const part = await listen(id, { range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-19/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20));
    const end = await listen(id, { range: 'bytes=-5' });
    expect(Buffer.from(await end.arrayBuffer())).toEqual(bytes.subarray(-5));
    const outside = await listen(id, { range: `bytes=${bytes.length}-` });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
    const { 'content-type': _type, ...commonHeaders } = audioHeaders;
    expect(Object.fromEntries(outside.headers)).toMatchObject(commonHeaders);
    const etag = whole.headers.get('etag') ?? '';
    const stale = await listen(id, { range: 'bytes=0-1', 'if-range': '"another"' });
    expect([etag === '', stale.status]).toEqual([false, 200]);
    const same = await listen(id, { range: 'bytes=0-1', 'if-range': etag });
    expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([206, 2]);
  });

  it('is not served from the moment at which a visitor may no longer play it', async () => {
    const person = await signUp(backend, `carl-${type === 'audio/wav' ? 'wav' : 'mp3'}`);
    await change(person, { allow_downloads: true });
    const id = await postDrop(person, {}, type);
    const isThere = async (expected: boolean) =>
      expect((await listen(id)).status).toBe(expected ? 200 : 404);
    await isThere(true);

    await change(person, { allow_downloads: false });
    await isThere(false);
    await change(person, { allow_downloads: true, is_private: true });
    await isThere(false);
    await change(person, { is_private: false });
    await isThere(true);
    for (const level of ['followers', 'private']) {
      const drop = { privacy_level: level };
      await person.client.from('voice_drops').update(drop).eq('id', id).throwOnError();
      await isThere(false);
    }
    const drop = { privacy_level: 'public' };
    await person.client.from('voice_drops').update(drop).eq('id', id).throwOnError();
    await sql`update voice_drops set is_flagged = true where id = ${id}`;
    await isThere(false);
    await sql`update voice_drops set is_flagged = false where id = ${id}`;
    await isThere(true);
    await person.client.from('voice_drops').delete().eq('id', id).throwOnError();
    await isThere(false);
  });

  it('counts a play when it is read from its start, at most once a minute', async () => {
    const id = await postDrop(ann, {}, type);
    const plays = async () => {
      const { data } = await ann.client
        .from('voice_drops')
        .select('play_count')
        .eq('id', id)
        .single()
        .throwOnError();
      return data.play_count;
    };
    await listen(id, {}, 'HEAD');
    await listen(id, { range: 'bytes=100-' });
    // How players find out whether there is audio.
    await listen(id, { range: 'bytes=0-1' });
    expect(await plays()).toBe(0);
    await listen(id, { range: 'bytes=0-' });
    await listen(id);
    expect(await plays()).toBe(1);
  });
});

it('an id without an episode is not found', async () => {
  for (const name of ['x', '00000000-0000-4000-8000-000000000000', '%00']) {
    const { status, headers } = await listen(name);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  }
});

it('concurrent requests for a drop that must be encoded share one encoding', async () => {
  const id = await postDrop(ann, {}, 'audio/wav');
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const answer = await listen(id, { range: 'bytes=1-' });
      return Buffer.from(await answer.arrayBuffer()).toString('base64');
    }),
  );
  expect(new Set(answers).size).toBe(1);
});

it('a file whose extension is in upper case is sent unchanged', async () => {
  const name = '1-SHOUTED.MP3';
  const answer = await listen(await postDrop(ann, {}, 'audio/mpeg', { name }));
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(clipOf('audio/mpeg', 0.3)));
});

it('a clip whose stored file is damaged is not found, without a retry-after header', async () => {
  const id = await postDrop(ann, {}, 'audio/wav');
  const [object] = await sql<{ file: string }[]>`
    select left(objects.id::text, 2) || '/' || objects.id || '.' || version as file
    from storage.objects join public.voice_drops on audio_path = name where voice_drops.id = ${id}`;
  const file = join(backend.dataDir, 'objects', object?.file ?? '');
  // Storage refuses an upload that is no WAV file.
  await writeFile(file, new Uint8Array((await stat(file)).size));
  for (const _ of [1, 2]) {
    const { status, headers } = await listen(id);
    expect([status, headers.get('retry-after')]).toEqual([404, null]);
  }
});
