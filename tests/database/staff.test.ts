import { randomUUID } from 'node:crypto';
import { STAFF_REASON_MAX_LENGTH, CODE_POINTS_PER_CHARACTER } from '@undertone/domain/limits';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createFactories } from './support/factories.ts';
import { become, errorOf, refused, type Person, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const notFound = { code: 'PT404', message: 'Not found' };
const needsFactor = { code: 'PT403', message: 'The desk takes your second factor.' };
const onlyAdmins = { code: 'PT403', message: 'Only admins can do this.' };
const lastAdmin = { code: 'PT409' };

/** Every procedure of the desk, with the least arguments that it takes. */
const procedures = async () => {
  const rows = await sql<{ call: string }[]>`
    select format('select %I(%s)', proname, (
      select string_agg(format('null::%s', format_type(type, null)), ', ' order by place)
      from unnest(proargtypes::oid[]) with ordinality as argument (type, place)
    )) as call
    from pg_proc
    where pronamespace = 'public'::regnamespace and proname like 'desk\\_%'
      and proname <> 'desk_role'
    order by proname`;
  return rows.map(({ call }) => call);
};

const role = async (of: Person) => {
  const [row] = await queryAs<{ role: string | null }[]>(of)`select desk_role() as role`;
  return row!.role;
};

const add = (
  by: Person,
  person: Person,
  as: string | null = 'moderator',
  reason = 'We need help',
) => queryAs(by)`select desk_add_staff(${person.username}, ${as}, ${reason})`;

const remove = (by: Person, person: Person) =>
  queryAs(by)`select desk_remove_staff(${person.id}, 'They left')`;

const logOf = (reader: Person, person: string | null = null) =>
  queryAs<{ id: string; act: string; staff_name: string; reason: string }[]>(reader)`
    select * from desk_log(person => ${person})`;

describe('the desk', () => {
  it('does not exist for members and visitors', async () => {
    await make.staff('admin');
    const member = await make.person();
    await make.factor(member);
    const verified = { ...(await make.session(member, { aal: 'aal2' })), aal: 'aal2' } as const;
    expect(await role(verified)).toBeNull();
    await expect(queryAs('visitor')`select desk_role()`).rejects.toMatchObject(refused);
    for (const call of await procedures()) {
      const ask = (persona: Persona) => queryAs(persona)`${sql.unsafe(call)}`;
      expect([call, await errorOf(ask(verified))]).toMatchObject([call, notFound]);
      expect([call, await errorOf(ask('visitor'))]).toMatchObject([call, refused]);
    }
  });

  it('takes a session of staff that has verified the second factor', async () => {
    const staff = await make.staff('admin');
    const withPassword: Person = { ...staff, aal: 'aal1' };
    const elsewhere: Person = { ...(await make.session(staff, { aal: 'aal1' })), aal: 'aal2' };
    const ended: Person = { ...(await make.session(staff, { aal: 'aal2' })), aal: 'aal2' };
    await sql`delete from auth.sessions where id = ${ended.session!}`;
    expect(await role(withPassword)).toBe('admin');
    for (const call of await procedures()) {
      for (const caller of [withPassword, elsewhere, ended]) {
        const error = await errorOf(queryAs(caller)`${sql.unsafe(call)}`);
        expect([call, error]).toMatchObject([call, needsFactor]);
      }
    }
    expect(await queryAs(staff)`select * from desk_staff()`).toHaveLength(1);
  });

  it('takes nobody of the staff who is suspended', async () => {
    const staff = await make.staff('admin');
    await sql`insert into private.restrictions ${sql({ user_id: staff.id, kind: 'suspended' })}`;
    for (const call of await procedures()) {
      expect([call, await errorOf(queryAs(staff)`${sql.unsafe(call)}`)]).toMatchObject([
        call,
        { ...refused, message: 'Your account is suspended. You can read why, and appeal.' },
      ]);
    }
  });

  it('has no table that a role of the API may read or change', async () => {
    const rows = await sql`
      select relname, role from pg_class, unnest(array['anon', 'authenticated', 'service_role']) as role
      where relnamespace = 'private'::regnamespace and relname in ('staff', 'staff_log')
        and (has_any_column_privilege(role, pg_class.oid, 'select, insert, update')
          or has_table_privilege(role, pg_class.oid, 'delete, truncate'))`;
    expect([...rows]).toEqual([]);
  });
});

describe('an admin', () => {
  it('adds staff, changes their roles and removes them, each time for a reason', async () => {
    const [admin, person] = [await make.staff('admin'), await make.person()];
    await add(admin, person);
    expect(await role(person)).toBe('moderator');
    await add(admin, person, 'admin', 'Night shifts');
    expect(await role(person)).toBe('admin');
    await remove(admin, person);
    expect(await role(person)).toBeNull();
    expect(await logOf(admin, person.id)).toMatchObject([
      { act: 'remove-staff', reason: 'They left', before: { role: 'admin' }, after: null },
      { act: 'change-role', reason: 'Night shifts', after: { role: 'admin' } },
      { act: 'add-staff', staff_name: admin.username, before: null, after: { role: 'moderator' } },
    ]);
  });

  it('gives a reason of limited length, a role, and the name of somebody', async () => {
    const [admin, person] = [await make.staff('admin'), await make.person()];
    const reason = (length: number) => '🌒'.repeat(length * CODE_POINTS_PER_CHARACTER);
    await expect(add(admin, person, 'moderator', ' ')).rejects.toMatchObject({ code: '22023' });
    await expect(
      add(admin, person, 'moderator', `${reason(STAFF_REASON_MAX_LENGTH)}a`),
    ).rejects.toMatchObject({ code: '22001' });
    await expect(add(admin, person, null)).rejects.toMatchObject({ code: '22023' });
    await expect(add(admin, person, 'owner')).rejects.toMatchObject({ code: '23514' });
    await expect(add(admin, { id: '', username: 'nobody' })).rejects.toMatchObject({
      code: 'PT422',
    });
    await add(admin, person, 'moderator', reason(STAFF_REASON_MAX_LENGTH));
  });

  it('leaves only if there is another one', async () => {
    const admin = await make.staff('admin');
    await make.staff('moderator');
    await expect(remove(admin, admin)).rejects.toMatchObject(lastAdmin);
    await expect(add(admin, admin, 'moderator')).rejects.toMatchObject(lastAdmin);
    await make.staff('admin');
    await remove(admin, admin);
    expect(await role(admin)).toBeNull();
  });

  it('deletes the account only if there is another one, and the log keeps what they did', async () => {
    const [admin, person] = [await make.staff('admin'), await make.person()];
    await add(admin, person);
    const deleteRows = () => sql`select delete_account_rows(${admin.id})`;
    await expect(sql`savepoint before`.then(deleteRows)).rejects.toMatchObject(lastAdmin);
    await sql`rollback to before`;
    await expect(sql`delete from auth.users where id = ${admin.id}`).rejects.toMatchObject(
      lastAdmin,
    );
    await sql`rollback to before`;

    const other = await make.staff('admin');
    await deleteRows();
    await sql`delete from auth.users where id = ${admin.id}`;
    expect(await logOf(other)).toMatchObject([
      { act: 'remove-staff', staff_name: 'Automatic', reason: 'The account was deleted.' },
      { act: 'add-staff', staff_name: admin.username, person_id: person.id },
    ]);
  });
});

it('a moderator reads who is staff, and changes nobody’s role', async () => {
  const [moderator, person] = [await make.staff(), await make.person()];
  await expect(add(moderator, person)).rejects.toMatchObject(onlyAdmins);
  await expect(add(moderator, moderator, 'admin')).rejects.toMatchObject(onlyAdmins);
  await expect(remove(moderator, moderator)).rejects.toMatchObject(onlyAdmins);
  expect(await queryAs(moderator)`select * from desk_staff()`).toMatchObject([
    { username: moderator.username, role: 'moderator', has_factor: true },
  ]);
});

describe('the log', () => {
  it.each([
    ['update', () => sql`update private.staff_log set act = 'other'`],
    ['delete', () => sql`delete from private.staff_log`],
    ['truncate', () => sql`truncate private.staff_log`],
  ])('takes no %s, not even of the superuser', async (_command, change) => {
    await sql`select private.log_act('test', reason => 'To be kept')`;
    await expect(change()).rejects.toMatchObject(refused);
  });

  it('is kept for two years, and deleted by nothing but the job after them', async () => {
    for (const age of ['2 years', '729 days']) {
      await sql`
        insert into private.staff_log (staff_name, act, at)
        values ('mira', ${age}, now() - ${age}::interval)`;
    }
    await sql`select private.delete_expired()`;
    expect([...(await sql`select act from private.staff_log`)]).toEqual([{ act: '729 days' }]);
    await expect(sql`delete from private.staff_log`).rejects.toMatchObject(refused);
  });

  it('does not show staff what others do about them', async () => {
    const [me, other] = [await make.staff(), await make.staff()];
    for (const by of [me, other]) {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: by.id })}, true)`;
      await sql`select private.log_act('open-messages', 'person', ${me.id}, ${me.id}, 'Threats')`;
    }
    const names = async (reader: Person) =>
      (await logOf(reader)).map(({ staff_name: name }) => name);
    expect(await names(me)).toEqual([me.username]);
    expect(await names(other)).toEqual([other.username, me.username]);
  });

  it('does not show staff who reported a message what others find out about its sender', async () => {
    const [reporter, other] = [await make.staff(), await make.staff()];
    const message = randomUUID();
    const [known] = await sql<{ id: string }[]>`
      insert into private.cases (subject_kind, subject_id, person_id)
      values ('message', ${message}, ${(await make.person()).id}) returning id`;
    const drop = await make.drop();
    await sql`
      insert into reports (reporter_id, reported_voice_drop_id, reason)
      values (${reporter.id}, ${drop.id}, 'spam')`;
    await sql`update reports set case_id = ${known!.id} where reporter_id = ${reporter.id}`;
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: other.id })}, true)`;
    await sql`select private.log_act('show-sender', 'message', ${message}, null, 'Threats')`;
    expect(await logOf(reporter)).toHaveLength(0);
    expect(await logOf(other)).toHaveLength(1);
    await sql`update reports set case_id = null`;
    await sql`delete from private.cases where id = ${known!.id}`;
    expect(await logOf(reporter)).toHaveLength(0);
  });

  it('names an automatic act as such, whoever caused it', async () => {
    const staff = await make.staff();
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: staff.id })}, true)`;
    await sql`select private.log_act('flag', 'drop', 'd', actor => 'Automatic')`;
    expect(await logOf(staff)).toMatchObject([{ staff_id: null, staff_name: 'Automatic' }]);
  });

  it('is read page by page', async () => {
    const staff = await make.staff();
    await sql`select private.log_act('test', 'drop', n::text) from generate_series(1, 60) as n`;
    const first = await logOf(staff);
    const rest = await queryAs(staff)`select * from desk_log(${first.at(-1)!.id})`;
    expect([first.length, rest.length]).toEqual([50, 10]);
  });
});

// Only several connections that commit show this.
describe('two admins', () => {
  const committing = postgres(inject('committingDatabaseUrl'), {
    max: 4,
    onnotice: () => undefined,
  });
  afterAll(() => committing.end());

  it('who remove each other at the same time leave one of them', async () => {
    const { staff } = createFactories(committing);
    const [ann, bob] = [await staff('admin'), await staff('admin')];
    const removals = await Promise.allSettled(
      [
        [ann, bob],
        [bob, ann],
      ].map(([by, of]) =>
        committing.begin(async (caller) => {
          await become(caller, by!);
          await caller`select desk_remove_staff(${of!.id}, 'They left')`;
        }),
      ),
    );
    expect(removals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
