import { describe, expect, it } from 'vitest';
import { refused, type Person, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

/** More than any other person has. */
const MANY = 1_000_000;

/** A person who is suggested first by followers and drops. */
const wellKnown = async (followers = MANY, settings = {}): Promise<Person> => {
  const person = await make.person(settings);
  await sql`
    update profile_counts set drop_count = 1, follower_count = ${followers}
    where user_id = ${person.id}`;
  return person;
};

const suggested = async (persona: Persona): Promise<string[]> => {
  const rows = await queryAs<{ user_id: string }[]>(persona)`
    select user_id from suggested_people()`;
  return rows.map(({ user_id: id }) => id);
};

describe('suggested people', () => {
  it('are the three with the most followers, those with drops before those without', async () => {
    const me = await make.person();
    const silent = await wellKnown(4 * MANY);
    await sql`update profile_counts set drop_count = 0 where user_id = ${silent.id}`;
    const third = await wellKnown(MANY);
    const first = await wellKnown(3 * MANY);
    const second = await wellKnown(2 * MANY);
    const fourth = await wellKnown(MANY - 1);
    expect(await suggested(me)).toEqual([first.id, second.id, third.id]);
    expect(await suggested(first)).toEqual([second.id, third.id, fourth.id]);
  });

  it('have a name, a picture and a number of followers', async () => {
    const me = await make.person();
    const other = await wellKnown();
    const [row] = await queryAs(me)`select * from suggested_people()`;
    expect(row).toEqual({
      user_id: other.id,
      username: other.username,
      avatar_url: null,
      follower_count: String(MANY),
    });
  });
});

describe('suggestions exclude', () => {
  it('the caller', async () => {
    const me = await wellKnown();
    expect(await suggested(me)).not.toContain(me.id);
  });

  it('people that the caller follows', async () => {
    const [me, followed] = [await make.person(), await wellKnown()];
    expect(await suggested(me)).toContain(followed.id);
    await make.follow(me, followed);
    expect(await suggested(me)).not.toContain(followed.id);
  });

  it('people across a block, in either direction', async () => {
    const [me, other] = [await wellKnown(), await wellKnown()];
    await make.block(me, other);
    expect(await suggested(me)).not.toContain(other.id);
    expect(await suggested(other)).not.toContain(me.id);
  });

  it('private accounts', async () => {
    const [me, hidden] = [await make.person(), await wellKnown(MANY, { is_private: true })];
    expect(await suggested(me)).not.toContain(hidden.id);
  });

  it('people without a username, whose profiles have no address', async () => {
    const [me, nameless] = [await make.person(), await wellKnown()];
    await sql`update profiles set username = null where user_id = ${nameless.id}`;
    expect(await suggested(me)).not.toContain(nameless.id);
  });
});

describe('suggestions', () => {
  it('are refused for visitors', async () => {
    await expect(suggested('visitor')).rejects.toMatchObject(refused);
  });

  it('are empty for a session without its second factor', async () => {
    const [me] = [await make.person(), await wellKnown()];
    await make.factor(me);
    expect(await suggested(me)).toEqual([]);
    expect(await suggested({ ...me, aal: 'aal2' })).not.toEqual([]);
  });
});
