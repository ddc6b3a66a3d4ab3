import { PLAY_INTERVAL_SECONDS, VISITOR_PLAYS_MAX } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import type { Drop } from './support/factories.ts';
import type { Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const play = async (persona: Persona, drop: Drop, address?: string) => {
  const [row] = await queryAs(
    persona,
    address === undefined ? {} : { 'x-forwarded-for': address },
  )`select add_play(${drop.id}) as counted`;
  return row?.counted;
};

const count = async (drop: Drop) => {
  const [row] = await sql`
    select voice_drops.play_count::int from voice_drops where id = ${drop.id}`;
  return row?.play_count;
};

const letPass = (seconds: number) =>
  sql`update private.plays set played_at = played_at - ${seconds} * interval '1 second'`;

describe('a play', () => {
  it('counts, and is visible at once', async () => {
    const drop = await make.drop();
    expect(await play(await make.person(), drop)).toBe(true);
    expect(await count(drop)).toBe(1);
  });

  it('counts again for the same listener after a minute, and not before', async () => {
    const drop = await make.drop();
    const listener = await make.person();
    await play(listener, drop);
    await letPass(PLAY_INTERVAL_SECONDS - 1);
    expect(await play(listener, drop)).toBe(false);
    await letPass(1);
    expect(await play(listener, drop)).toBe(true);
    expect(await count(drop)).toBe(2);
  });

  it('counts separately for another listener or another drop', async () => {
    const [drop, another] = [await make.drop(), await make.drop()];
    const listener = await make.person();
    await play(listener, drop);
    expect(await play(await make.person(), drop)).toBe(true);
    expect(await play(listener, another)).toBe(true);
  });

  it('is deleted with the listener’s account', async () => {
    const drop = await make.drop();
    const [leaving, staying] = await make.people(2);
    await play(leaving, drop);
    await play(staying, drop);
    await sql`delete from profiles where user_id = ${leaving.id}`;
    const rows = await sql`select listener from private.plays where voice_drop_id = ${drop.id}`;
    expect([...rows]).toEqual([{ listener: staying.id }]);
  });
});

describe('a visitor’s play', () => {
  it('counts once a minute for the same address', async () => {
    const drop = await make.drop();
    expect(await play('visitor', drop, '203.0.113.7')).toBe(true);
    expect(await play('visitor', drop, '203.0.113.7')).toBe(false);
    expect(await play('visitor', drop, '203.0.113.8')).toBe(true);
  });

  it('stores no address', async () => {
    const drop = await make.drop();
    await play('visitor', drop, '203.0.113.7');
    const [row] = await sql<{ listener: string }[]>`
      select listener from private.plays where voice_drop_id = ${drop.id}`;
    expect(row?.listener).toMatch(/^[0-9a-f]{64}$/);
  });

  it('counts up to a limit a minute, which forged addresses do not exceed', async () => {
    const drop = await make.drop();
    for (let visitor = 0; visitor < VISITOR_PLAYS_MAX; visitor += 1) {
      await play('visitor', drop, `forged-${visitor}`);
    }
    expect(await play('visitor', drop, 'forged-again')).toBe(false);
    expect(await count(drop)).toBe(VISITOR_PLAYS_MAX);
    expect(await play(await make.person(), drop)).toBe(true);
  });
});
