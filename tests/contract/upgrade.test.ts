// A data folder of an earlier version is started by today's program: nothing is lost, and what today's
// program keeps beside each row is there for the old ones, too.
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import {
  makeOlderDataDir,
  migrationsAfter,
  type SchemaVersion,
} from '@undertone/test-support/older-data-dir';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen, until } from './fixtures/listen.ts';
import { addOlderPeople, type OlderPeople } from './fixtures/older-people.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

/** As it was before drops were found by their words, counted beside their rows, and told by Broadcast. */
const version: SchemaVersion = { initialSchema: '07', migration: '20261120003200' };

let people: OlderPeople;
let before: Kept;
let after: Kept;
let backend: TestBackend;
let sql: Sql;
let ann: Person;
let bob: Person;

/** What must be the same after an upgrade. */
interface Kept {
  readonly rows: Record<string, number>;
  readonly counts: readonly object[];
  readonly profiles: readonly object[];
}

/** Reads it by SQL that both versions take. */
async function readKept(database: Sql): Promise<Kept> {
  const tables = await database<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('auth', 'public', 'private', 'storage') order by name`;
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await database.unsafe<{ count: number }[]>(
      `select count(*)::int as count from ${name}`,
    );
    rows[name] = row?.count ?? 0;
  }
  return {
    rows,
    // A column then, and a function of the row now.
    counts: await database`
      select voice_drops.id, voice_drops.play_count::int, voice_drops.like_count::int,
        voice_drops.comment_count::int
      from public.voice_drops order by id`,
    profiles: await database`
      select user_id, drop_count::int, follower_count::int, following_count::int, like_count::int
      from public.profile_counts order by user_id`,
  };
}

const connect = (url: string) => postgres(url, { max: 1, onnotice: () => undefined });

async function signIn(id: string, username: string): Promise<Person> {
  const client = visit(backend);
  const email = `${username}@example.com`;
  const { error } = await client.auth.signInWithPassword({ email, password: people.password });
  if (error) throw error;
  return { id, username, client };
}

beforeAll(async () => {
  const dataDir = await makeOlderDataDir(version, async (url, folder) => {
    people = await addOlderPeople(url, folder);
    const older = connect(url);
    before = await readKept(older);
    await older.end();
  });
  backend = await startBackend({ dataDir });
  sql = connect(backend.databaseUrl);
  after = await readKept(sql);
  [ann, bob] = await Promise.all([signIn(people.ann, 'ann'), signIn(people.bob, 'bob')]);
});
afterAll(async () => {
  await sql?.end();
  await backend?.stop();
});

test('each newer migration is applied once', async () => {
  const newer = await migrationsAfter(version);
  expect(newer.length).toBeGreaterThan(0);
  expect(backend.startOutput).toContain(`Applying ${newer.length} migrations…`);
  const applied = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations
    where version > ${version.migration} order by version`;
  expect(applied.map((row) => row.version)).toEqual(newer);
});

test('no table has lost or gained a row, and no count has changed', () => {
  expect(before.counts).toHaveLength(people.open.length + 2);
  expect(before.counts).toContainEqual(
    expect.objectContaining({ id: people.open[0], play_count: 3, like_count: 2, comment_count: 2 }),
  );
  expect(after.rows).toMatchObject(before.rows);
  expect(after.counts).toEqual(before.counts);
  expect(after.profiles).toEqual(before.profiles);
});

test('the feed lists what each person may see, with its counts', async () => {
  const feed = async ({ client }: Pick<Person, 'client'>) => {
    const { data } = await client
      .from('voice_drops')
      .select('title, play_count, like_count, comment_count')
      .order('created_at', { ascending: false })
      .throwOnError();
    return data;
  };
  const bells = { title: 'Bells at noon', play_count: 1, like_count: 0, comment_count: 0 };
  const rain = { title: 'Rain on the old roof', play_count: 3, like_count: 2, comment_count: 2 };
  const thunder = {
    title: 'Thunder for my friends',
    play_count: 1,
    like_count: 1,
    comment_count: 0,
  };
  const note = { title: 'A note to myself', play_count: 0, like_count: 0, comment_count: 0 };
  expect(await feed({ client: visit(backend) })).toEqual([bells, rain]);
  expect(await feed(bob)).toEqual([thunder, bells, rain]);
  expect(await feed(ann)).toEqual([note, thunder, bells, rain]);
});

test('a search finds old drops by title, hashtag and name, by those who may see them', async () => {
  const find = async (
    { client }: Pick<Person, 'client'>,
    words: string,
    view: 'voice_drop_words' | 'withheld_drop_words' = 'voice_drop_words',
  ) => {
    const { data } = await client
      .from('voice_drops')
      .select<string, { title: string }>(`title, words:${view}!inner()`)
      .or(`title.ilike."%${words}%",handle.ilike."%${words}%",hashtags.cs.{"${words}"}`, {
        referencedTable: 'words',
      })
      .order('created_at')
      .throwOnError();
    return data.map(({ title }) => title);
  };
  const visitor = { client: visit(backend) };
  expect(await find(visitor, 'old roof')).toEqual(['Rain on the old roof']);
  expect(await find(visitor, 'weather')).toEqual(['Rain on the old roof']);
  expect(await find(visitor, 'ann')).toEqual(['Rain on the old roof', 'Bells at noon']);
  expect(await find(bob, 'thunder', 'withheld_drop_words')).toEqual(['Thunder for my friends']);
  expect(await find(bob, 'note', 'withheld_drop_words')).toEqual([]);
});

test('the plays ever are those of the old drops that visitors see', async () => {
  const { data } = await visit(backend)
    .rpc('today_stats', { local_midnight: new Date().toISOString() })
    .single<{ total_plays: number }>()
    .throwOnError();
  expect(data.total_plays).toBe(4);
});

test('old clips are read by those who may hear them', async () => {
  const { data: drops } = await ann.client
    .from('voice_drops')
    .select<string, { id: string; audio_path: string }>('id, audio_path')
    .throwOnError();
  const pathOf = (id: string) => drops.find((drop) => drop.id === id)?.audio_path ?? '';
  const hear = async ({ client }: Pick<Person, 'client'>, id: string) => {
    const { data, error } = await client.storage.from('voice-drops').download(pathOf(id));
    return error ? error.message : Buffer.from(await data.bytes()).equals(people.clip);
  };
  for (const id of people.open) {
    expect(await hear({ client: visit(backend) }, id)).toBe(true);
  }
  expect(await hear(bob, people.followers)).toBe(true);
  expect(await hear(bob, people.own)).toBe('Object not found');
});

test('acts on an old drop go on from its counts', async () => {
  const [, bells = ''] = people.open;
  const liked = { voice_drop_id: bells, user_id: bob.id };
  await bob.client.from('voice_drop_likes').insert(liked).throwOnError();
  await ann.client.rpc('add_play', { voice_drop_id: bells }).throwOnError();
  const { data } = await bob.client
    .from('voice_drops')
    .select('play_count, like_count')
    .eq('id', bells)
    .single()
    .throwOnError();
  expect(data).toEqual({ play_count: 2, like_count: 1 });
});

test('a new drop is told by Broadcast, and as a change of its table', async () => {
  const told: unknown[] = [];
  const { client } = bob;
  await new Promise<void>((resolve, reject) => {
    client
      .channel('drops', { config: { private: true } })
      .on('broadcast', { event: 'posted' }, ({ payload }) => told.push(payload.id))
      .subscribe((state: string, error) => {
        if (state === 'SUBSCRIBED') resolve();
        else reject(error ?? new Error(state));
      });
  });
  const changes = await listen(bob.client, { table: 'voice_drops', event: 'INSERT' });
  const id = await postDrop(ann, { title: 'After the upgrade' });
  await until(changes, 'After the upgrade');
  await vi.waitFor(() => expect(told).toEqual([id]), { timeout: 20_000 });
});

/** The tables with at most one row for each drop, or for each person, that have one for this one. */
async function sideTablesOf(column: string, id: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select indrelid::regclass::text as name from pg_index
    join pg_class on pg_class.oid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indisunique and indpred is null and indnkeyatts = 1 and attname = ${column}
      and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    order by name`;
  const having: string[] = [];
  for (const { name } of tables) {
    const found = await sql.unsafe(`select from ${name} where ${column} = $1`, [id]);
    if (found.length > 0) having.push(name);
  }
  return having;
}

describe('what is made beside each new row is there for the old ones', () => {
  test('of drops', async () => {
    const made = await sideTablesOf('voice_drop_id', await postDrop(ann, { title: 'New' }));
    expect(made).toEqual(
      expect.arrayContaining(['private.voice_drop_counts', 'private.voice_drop_words']),
    );
    for (const id of people.open) {
      expect(await sideTablesOf('voice_drop_id', id)).toEqual(expect.arrayContaining(made));
    }
  });

  test('of people', async () => {
    const { id } = await signUp(backend, 'dora');
    const made = await sideTablesOf('user_id', id);
    expect(made).toEqual(expect.arrayContaining(['profiles', 'profile_counts']));
    for (const old of [people.ann, people.bob, people.cleo]) {
      expect(await sideTablesOf('user_id', old)).toEqual(expect.arrayContaining(made));
    }
  });
});

test('the next start applies nothing, and the new drops are there', async () => {
  await sql.end();
  await backend.stop({ keepData: true });
  backend = await startBackend({ dataDir: backend.dataDir });
  expect(backend.startOutput).not.toContain('Applying');
  sql = connect(backend.databaseUrl);
  const rows = await sql`select from public.voice_drops`;
  expect(rows).toHaveLength(people.open.length + 2 + 2);
});
