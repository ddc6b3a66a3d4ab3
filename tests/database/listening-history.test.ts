import { describe, expect, it } from 'vitest';
import { refused, type Persona } from './support/persona.ts';
import { createRanking, SECONDS } from './support/ranking.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { termsOf, personOf, made, play, listen, letDaysPass } = createRanking(database);

describe('the listening history', () => {
  /** Every row of every table, as text. */
  const everything = async (): Promise<string[]> => {
    const tables = await sql<{ name: string }[]>`
      select oid::regclass::text as name from pg_class
      where relkind in ('r', 'p') and relnamespace in (
        'public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace,
        'storage'::regnamespace, 'realtime'::regnamespace
      )`;
    const rows = [];
    for (const { name } of tables) {
      const found = await sql.unsafe<{ row: string }[]>(`select t::text as row from ${name} as t`);
      rows.push(...found.map(({ row }) => `${name} ${row}`));
    }
    return rows;
  };

  it('is not stored: no row connects a listener and a drop', async () => {
    const listener = await personOf(30);
    const drop = await make.drop({ duration: SECONDS, hashtags: ['rain'] });
    const about = (rows: string[]) => rows.filter((row) => row.includes(listener.id));
    const before = about(await everything());
    await listen(listener, drop, 'end');
    // Plays are known by account for the minute in which they count once.
    await sql`delete from private.plays`;
    expect(about(await everything())).toEqual(before);
    expect(await termsOf(drop)).toEqual({ listened: 1 });
  });

  /** The salts and keys, which together show which accounts were counted. */
  const saltsAndKeys = async () => {
    const salts = await sql<{ salt: string }[]>`
      select salt from private.ranking_salts order by day`;
    const acts = await sql<{ key: string }[]>`
      select encode(key, 'hex') as key from private.ranking_acts order by key`;
    return [...salts.map(({ salt }) => salt), ...acts.map(({ key }) => key)];
  };

  it('has no salts and keys after two days', async () => {
    const drop = await made();
    await listen(await personOf(30), drop, 'end');
    const before = await saltsAndKeys();
    expect(before.length).toBeGreaterThan(1);
    await letDaysPass(1);
    await sql`select private.delete_expired()`;
    // Yesterday's are needed to subtract acts that are undone within two days.
    expect(await saltsAndKeys()).toEqual(before);
    await letDaysPass(1);
    await sql`select private.delete_expired()`;
    expect(await saltsAndKeys()).toEqual([]);
    expect(await termsOf(drop)).toEqual({ listened: 1 });
  });

  it('has no plays older than a minute, once the job has run', async () => {
    const drop = await made();
    const plays = () => sql`select from private.plays where voice_drop_id = ${drop.id}`;
    await play(await personOf(30), drop);
    await sql`select private.delete_expired()`;
    expect(await plays()).toHaveLength(1);
    await sql`update private.plays set played_at = now() - interval '61 seconds'`;
    await sql`select private.delete_expired()`;
    expect(await plays()).toHaveLength(0);
  });

  it('can be pruned only by the server', async () => {
    const forget = (persona: Persona) => queryAs(persona)`select private.delete_expired()`;
    await expect(forget('visitor')).rejects.toMatchObject(refused);
    await expect(forget(await personOf(30))).rejects.toMatchObject(refused);
  });
});
