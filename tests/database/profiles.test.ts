import { randomUUID } from 'node:crypto';
import { RENAMES_MAX } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import {
  alreadyThere,
  breaksCheck,
  refused,
  type Persona,
  type Person,
} from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

describe('signing up', () => {
  it('makes a profile with the username and the default settings', async () => {
    const id = await make.signUp({ username: ' Night.Owl_9 ' });
    const [profile] = await sql`select * from profiles where user_id = ${id}`;
    expect(profile).toMatchObject({
      username: 'Night.Owl_9',
      handle: 'night.owl_9',
      bio: null,
      avatar_url: null,
      is_private: false,
      push_notifications: true,
      email_notifications: false,
      likes_notifications: true,
      replies_notifications: true,
      mentions_notifications: true,
      follows_notifications: true,
      block_inappropriate: true,
      allow_anonymous: false,
      allow_downloads: false,
      dark_mode: false,
      dark_mode_chosen: false,
      autoplay: true,
    });
  });

  it('works for the role of the auth service, as on hosted Supabase', async () => {
    const id = randomUUID();
    await sql`set local role supabase_auth_admin`;
    await sql`
      insert into auth.users (id, email, raw_user_meta_data)
      values (${id}, ${`${id}@example.com`}, ${sql.json({ username: 'hosted.name' })})`;
    await sql`insert into auth.sessions (id, user_id, ip) values (${randomUUID()}, ${id}, '203.0.113.9')`;
    await sql`update auth.users set email_confirmed_at = now(), last_sign_in_at = now() where id = ${id}`;
    await sql`delete from auth.sessions where user_id = ${id}`;
    await sql`reset role`;
    expect(await sql`select username from profiles where user_id = ${id}`).toEqual([
      { username: 'hosted.name' },
    ]);
    await sql`set local role supabase_auth_admin`;
    await sql`delete from auth.users where id = ${id}`;
    await sql`reset role`;
    expect(await sql`select from profiles where user_id = ${id}`).toEqual([]);
  });

  it('makes a profile without a username if none was given', async () => {
    const id = await make.signUp({});
    const [profile] = await sql`select username from profiles where user_id = ${id}`;
    expect(profile).toEqual({ username: null });
  });

  it('fails with a reason if the username is taken, in any case', async () => {
    const taken = await make.person();
    await expect(make.signUp({ username: taken.username.toUpperCase() })).rejects.toMatchObject({
      ...alreadyThere,
      message: 'This username is already taken',
    });
  });

  it.each(['ab', 'a'.repeat(31), 'night owl', 'öwl', 'a/b', 'Settings', 'robots.txt'])(
    'fails with the username %j',
    async (username) => {
      await expect(make.signUp({ username })).rejects.toMatchObject({
        ...breaksCheck,
        message: 'This username cannot be used',
      });
    },
  );

  it('is undone by deleting the account, with the profile and all rows that refer to it', async () => {
    const drop = await make.drop();
    const fan = await make.person();
    await make.follow(fan, drop.owner);
    await make.like(fan, drop);
    await make.comment({ on: drop, author: fan });
    await sql`delete from auth.users where id = ${fan.id}`;
    await sql`delete from auth.users where id = ${drop.owner.id}`;
    const [left] = await sql`
      select count(*)::int as rows from profiles where user_id in (${fan.id}, ${drop.owner.id})`;
    expect(left).toEqual({ rows: 0 });
  });

  it('every reference to an account, session, profile, drop or comment cascades, except those that outlive it', async () => {
    const rows = await sql<{ name: string }[]>`
      select conname as name from pg_constraint
      where contype = 'f' and confdeltype <> 'c'
        and confrelid in (
          'auth.users'::regclass, 'auth.sessions'::regclass, 'profiles'::regclass,
          'voice_drops'::regclass, 'voice_drop_comments'::regclass
        )
      order by conname`;
    expect(rows.map(({ name }) => name)).toEqual([
      'cases_assigned_to_fkey',
      'conversations_first_id_fkey',
      'conversations_second_id_fkey',
      'invitation_uses_user_id_fkey',
      'message_clips_account_id_fkey',
      'notifications_reference_id_fkey',
      'staff_added_by_fkey',
    ]);
  });
});

describe('a username', () => {
  const available = async (username: string | null, owner: string | null = null) => {
    const [row] = await queryAs('visitor')`
      select check_username_available(${username}, ${owner}) as available`;
    return row?.available;
  };

  it('is available if it is free', async () => {
    expect(await available('quite.free-1')).toBe(true);
  });

  it('is not available if it is taken, in any case', async () => {
    const { username } = await make.person();
    expect(await available(username)).toBe(false);
    expect(await available(username.toUpperCase())).toBe(false);
  });

  it('is available to its owner', async () => {
    const { id, username } = await make.person();
    expect(await available(username.toUpperCase(), id)).toBe(true);
  });

  it.each(['ab', 'a'.repeat(31), 'night owl', 'settings', 'SETTINGS', '', null])(
    'is not available as %j',
    async (username) => {
      expect(await available(username)).toBe(false);
    },
  );

  it('is not available if its owner has blocked the caller, although the caller cannot see the profile', async () => {
    const [blocker, blocked] = await make.people(2);
    await make.block(blocker, blocked);
    const [row] = await queryAs(blocked)`
      select check_username_available(${blocker.username}) as available`;
    expect(row?.available).toBe(false);
  });
});

describe('a former username', () => {
  const rename = (person: Person, username: string | null) =>
    queryAs(person)`update profiles set username = ${username} where user_id = ${person.id}`;
  const renamed = async () => {
    const person = await make.person();
    const [before, after] = [person.username, `new${person.username.slice(1)}`];
    await rename(person, after);
    return { person, before, after };
  };
  const isAvailable = async (name: string, persona: Persona = 'visitor') => {
    const [row] = await queryAs(persona)`select check_username_available(${name}) as available`;
    return row?.available;
  };
  const age = (days: number) =>
    sql`update private.former_usernames set left_at = left_at - make_interval(days => ${days})`;
  const find = async (name: string, persona: Persona = 'visitor') => {
    const [row] = await queryAs(persona)`select find_renamed(${name}) as name`;
    return row?.name;
  };
  const lead = (person: Person, wish = true) =>
    queryAs(person)`update profiles set leads_old_links = ${wish} where user_id = ${person.id}`;
  const list = (persona: Persona) => queryAs(persona)`
    select username, date_trunc('minute', ends_at - now())::text as rest from list_old_links()`;

  it('is its owner’s for 90 days, in any case', async () => {
    const { person, before } = await renamed();
    const other = await make.person();
    expect(await isAvailable(before.toUpperCase())).toBe(false);
    await expect(rename(other, before.toUpperCase())).rejects.toMatchObject(alreadyThere);
    await sql`savepoint taken`;
    await expect(make.signUp({ username: before })).rejects.toMatchObject(alreadyThere);
    await sql`rollback to taken`;
    expect(await isAvailable(before, person)).toBe(true);
    await rename(person, before);
    await rename(person, null);
    await age(91);
    expect(await isAvailable(before)).toBe(true);
    expect((await rename(other, before)).count).toBe(1);
  });

  it('is deleted after 90 days, and the hash of a deleted account’s after a year', async () => {
    const [{ person }, other] = [await renamed(), await make.person()];
    await sql`update profiles set created_at = created_at - interval '8 days'`;
    await sql`delete from auth.users where id = ${other.id}`;
    const stored = async () => {
      const [row] = await sql`
        select
          (select count(*)::int from private.former_usernames where user_id = ${person.id}) as former,
          (select count(*)::int from private.deleted_usernames
            where hash = private.keyed_hash(${other.username})) as deleted`;
      return row;
    };
    await sql`select private.delete_expired()`;
    expect(await stored()).toEqual({ former: 1, deleted: 1 });
    await age(91);
    await sql`update private.deleted_usernames set reserved_until = reserved_until - interval '366 days'`;
    await sql`select private.delete_expired()`;
    expect(await stored()).toEqual({ former: 0, deleted: 0 });
  });

  it('does not reveal which account had it', async () => {
    const { person, before } = await renamed();
    const [row] = await queryAs('visitor')`
      select check_username_available(${before}, ${person.id}) as available`;
    expect(row).toEqual({ available: false });
  });

  it.each(['by batches', 'at once'])(
    'is nobody’s for a year after its account was deleted %s, and neither is the last one',
    async (way) => {
      const { person, before, after } = await renamed();
      await sql`update profiles set created_at = created_at - interval '20 days'`;
      await age(10);
      if (way === 'by batches')
        await sql`select delete_account_rows(${person.id}) from generate_series(1, 4)`;
      await sql`delete from auth.users where id = ${person.id}`;
      expect([await isAvailable(before), await isAvailable(after)]).toEqual([false, false]);
      expect(await sql`select from private.former_usernames`).toHaveLength(0);
      await sql`update private.deleted_usernames set reserved_until = reserved_until - interval '367 days'`;
      expect([await isAvailable(before), await isAvailable(after)]).toEqual([true, true]);
    },
  );

  it('follows at most three renames in 30 days; another spelling is none', async () => {
    const { person, after } = await renamed();
    for (let count = 1; count < RENAMES_MAX; count += 1) await rename(person, `${after}_${count}`);
    await expect(rename(person, after)).rejects.toMatchObject({ code: 'PT429' });
    await rename(person, `${after}_2`.toUpperCase());
    await age(31);
    expect((await rename(person, after)).count).toBe(1);
  });

  it('leads to the present one only if its owner wants that, for 90 days', async () => {
    const { person, before, after } = await renamed();
    expect(await find(before)).toBeNull();
    await lead(await make.person());
    expect(await find(before)).toBeNull();
    await lead(person);
    expect(await find(before.toUpperCase())).toBe(after);
    await age(91);
    expect(await find(before)).toBeNull();
  });

  it.each(['update', 'upsert'])(
    'leads to the new one from the moment of the rename, if its %s says so, until its owner turns it off',
    async (way) => {
      const person = await make.person();
      const { username: before } = person;
      const after = `new${before.slice(1)}`;
      await (way === 'update'
        ? queryAs(person)`
      update profiles set username = ${after}, leads_old_links = true where user_id = ${person.id}`
        : queryAs(person)`
      insert into profiles (user_id, username, leads_old_links) values (${person.id}, ${after}, true)
      on conflict (user_id) do update set user_id = excluded.user_id, username = excluded.username,
        leads_old_links = excluded.leads_old_links`);
      expect(await find(before)).toBe(after);
      expect(await list(person)).toEqual([{ username: before.toLowerCase(), rest: '90 days' }]);
      expect(await list(await make.person())).toEqual([]);
      await expect(list('visitor')).rejects.toMatchObject(refused);
      expect(
        await queryAs(
          person,
        )`select leads_old_links as wish from profiles where user_id = ${person.id}`,
      ).toEqual([{ wish: null }]);
      await lead(person, false);
      expect([await find(before), await list(person)]).toEqual([null, []]);
    },
  );

  it('leads nowhere because of the wish with which a profile was inserted', async () => {
    const person = await make.person();
    await sql`delete from profiles where user_id = ${person.id}`;
    const name = `new${person.username.slice(1)}`;
    await queryAs(person)`
      insert into profiles (user_id, username, leads_old_links) values (${person.id}, ${name}, true)`;
    await rename(person, `${name}_2`);
    expect(await find(name)).toBeNull();
  });

  it('leads to its new owner only, as soon as there is one', async () => {
    const { person, before } = await renamed();
    await lead(person);
    // A server's change of the data, since nobody else can take the name in that time.
    await sql`alter table profiles disable trigger change_username`;
    await make.person({ username: before });
    expect(await find(before)).toBeNull();
  });

  it('leads nowhere once its owner was renamed without that wish', async () => {
    const { person, before, after } = await renamed();
    await lead(person);
    await rename(person, `${after}_2`);
    expect([await find(before), await find(after)]).toEqual([null, null]);
    await lead(person);
    expect([await find(before), await find(after)]).toEqual([`${after}_2`, `${after}_2`]);
  });

  it('leads nowhere once its account is deleted', async () => {
    const { person, before } = await renamed();
    await lead(person);
    await sql`delete from auth.users where id = ${person.id}`;
    expect(await find(before)).toBeNull();
  });

  it('leads neither to a private account nor to one that has blocked the caller', async () => {
    const { person, before, after } = await renamed();
    const [blocked, follower] = await make.people(2);
    await lead(person);
    await make.follow(follower, person);
    await make.block(person, blocked);
    expect([await find(before, blocked), await find(before, follower)]).toEqual([null, after]);
    await queryAs(person)`update profiles set is_private = true where user_id = ${person.id}`;
    expect(await find(before, follower)).toBeNull();
  });
});

describe('a profile', () => {
  const sees = async (persona: Parameters<typeof database.as>[0], id: string) => {
    const rows = await queryAs(persona)`
      select user_id, username, bio, avatar_url from profiles where user_id = ${id}`;
    return rows.length === 1;
  };

  it('is visible to everyone, even if the account is private', async () => {
    const person = await make.person({ is_private: true });
    expect(await sees('visitor', person.id)).toBe(true);
    expect(await sees(await make.person(), person.id)).toBe(true);
    expect(await sees(person, person.id)).toBe(true);
  });

  it('is not visible to an account that its owner has blocked', async () => {
    const [person, blocked] = await make.people(2);
    await make.block(person, blocked);
    expect(await sees(blocked, person.id)).toBe(false);
  });

  it('is visible to an account that has blocked its owner, which can unblock', async () => {
    const [person, blocked] = await make.people(2);
    await make.block(person, blocked);
    expect(await sees(person, blocked.id)).toBe(true);
  });
});

describe('changing a profile', () => {
  it('its owner saves it by upsert, as the settings do', async () => {
    const person = await make.person();
    const [saved] = await queryAs(person)`
      insert into profiles (
        user_id, username, bio, is_private, dark_mode, dark_mode_chosen, likes_notifications
      )
      values (${person.id}, 'renamed.owl', 'Up late', true, true, true, false)
      on conflict (user_id) do update set user_id = excluded.user_id,
        username = excluded.username, bio = excluded.bio, is_private = excluded.is_private,
        dark_mode = excluded.dark_mode, dark_mode_chosen = excluded.dark_mode_chosen,
        likes_notifications = excluded.likes_notifications
      returning username, bio, is_private, dark_mode, dark_mode_chosen, likes_notifications`;
    expect(saved).toEqual({
      username: 'renamed.owl',
      bio: 'Up late',
      is_private: true,
      dark_mode: true,
      dark_mode_chosen: true,
      likes_notifications: false,
    });
  });

  it('a username that is taken is refused with that reason', async () => {
    const [person, other] = await make.people(2);
    await expect(
      queryAs(person)`
        update profiles set username = ${other.username.toUpperCase()}
        where user_id = ${person.id}`,
    ).rejects.toMatchObject(alreadyThere);
  });

  it('a reserved username is refused', async () => {
    const person = await make.person();
    await expect(
      queryAs(person)`update profiles set username = 'Explore' where user_id = ${person.id}`,
    ).rejects.toMatchObject(breaksCheck);
  });

  it('a person whose username was reserved later keeps it, and changes everything else', async () => {
    const person = await make.person();
    const { id, username } = person;
    const save = (columns: Record<string, string>) =>
      queryAs(
        person,
      )`update profiles set ${sql(columns)} where user_id = ${id} returning username, bio`;
    await sql.unsafe(`
      create or replace function private.reserved_usernames() returns text[]
      language sql immutable as $$ select array['${username}', 'blog'] $$`);
    const spelled = username.toUpperCase();
    expect([...(await save({ username: spelled, bio: 'Up late' }))]).toEqual([
      { username: spelled, bio: 'Up late' },
    ]);
    await expect(save({ username: 'blog' })).rejects.toMatchObject(breaksCheck);
  });

  it('a person cannot change another’s profile', async () => {
    const [person, other] = await make.people(2);
    const result = await queryAs(other)`update profiles set bio = 'x' where user_id = ${person.id}`;
    expect(result.count).toBe(0);
  });

  it('a person cannot give their profile to another account', async () => {
    const [person, other] = await make.people(2);
    await expect(
      queryAs(person)`update profiles set user_id = ${other.id} where user_id = ${person.id}`,
    ).rejects.toMatchObject(refused);
  });

  it('a person cannot make a profile for another account', async () => {
    const [person, other] = await make.people(2);
    await sql`delete from profiles where user_id = ${other.id}`;
    await expect(
      queryAs(person)`insert into profiles (user_id) values (${other.id})`,
    ).rejects.toMatchObject(refused);
  });

  it('the avatar’s URL is stored without its origin, with its path beside it', async () => {
    const person = await make.person();
    const path = `avatars/${person.id}_1770000000000.png`;
    const [saved] = await queryAs(person)`
      update profiles
      set avatar_url = ${`http://localhost/storage/v1/object/public/voice-drops/${path}`}
        where user_id = ${person.id} returning avatar_url, avatar_path`;
    expect(saved).toEqual({
      avatar_url: `/storage/v1/object/voice-drops/${path}`,
      avatar_path: path,
    });
  });

  it('an avatar on another server, of another account, or with an overlong name, is refused', async () => {
    const [person, other] = await make.people(2);
    for (const url of [
      'https://tracker.example/pixel.png',
      `/storage/v1/object/voice-drops/avatars/${other.id}-1.png`,
      // The avatar's URL is sent with every drop of the person.
      `/storage/v1/object/voice-drops/avatars/${person.id}-${'9'.repeat(21)}.png`,
      `/storage/v1/object/voice-drops/avatars/${person.id}-1.${'p'.repeat(11)}`,
    ]) {
      await expect(
        queryAs(person)`update profiles set avatar_url = ${url} where user_id = ${person.id}`,
      ).rejects.toMatchObject(breaksCheck);
    }
  });

  it('the time of the change is the server’s', async () => {
    const person = await make.person();
    const [saved] = await queryAs(person)`
      update profiles set updated_at = '2001-01-01' where user_id = ${person.id}
      returning updated_at = now() as is_now`;
    expect(saved).toEqual({ is_now: true });
  });
});
