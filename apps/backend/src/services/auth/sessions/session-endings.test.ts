import { describe, expect, it } from 'vitest';
import { type Person, startAuth } from '../fixtures/running-auth.ts';

const auth = await startAuth();

const takes = ({ session }: Person) => auth.accepts(session.access_token);

const expectRefused = (person: Person) =>
  expect.poll(() => takes(person), { timeout: 10_000 }).toBe(false);

describe('a session that ends by SQL', () => {
  it.each([
    ['delete from auth.sessions where user_id = $1'],
    ['update auth.sessions set not_after = now() where user_id = $1'],
    ["update auth.users set banned_until = now() + interval '1 hour' where id = $1"],
    ['update auth.users set deleted_at = now() where id = $1'],
    ['delete from auth.users where id = $1'],
  ])('is refused at once, although the cache has it as live: %s', async (text) => {
    const [person, other] = [await auth.newPerson(), await auth.newPerson()];
    expect(await takes(person)).toBe(true);
    await auth.sql.unsafe(text, [person.id]);
    await expectRefused(person);
    expect(await takes(other)).toBe(true);
  });

  it('is refused although the listening connection was lost', async () => {
    const person = await auth.newPerson();
    expect(await takes(person)).toBe(true);
    await auth.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`delete from auth.sessions where user_id = ${person.id}`;
    });
    expect(await takes(person)).toBe(true);
    await auth.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'listen%auth_session_ended%' and pid <> pg_backend_pid()`;
    await expectRefused(person);
  });
});
