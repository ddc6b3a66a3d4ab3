import { randomUUID } from 'node:crypto';
import { ACT_LIMITS } from '@undertone/domain/limits';
import { SITE_TEXT_MAX_LENGTHS } from '@undertone/domain/site-notice';
import { describe, expect, it } from 'vitest';
import { deskOf } from './support/desk.ts';
import { breaksCheck, errorOf, refused, type Person, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { caseOf, decide, deliver } = deskOf(database);
const admin = () => make.staff('admin');
const moderator = () => make.staff();

type Registration = 'open' | 'invitation' | 'closed';

const open = (registration: Registration) =>
  sql`update private.site_settings set registration = ${registration}`;

const newAddress = () => `${randomUUID()}@example.com`;

interface Attempt {
  readonly email?: string;
  readonly code?: string | null;
  readonly network?: string;
  readonly provider?: string;
}

/** Calls the hook as Supabase Auth does. @returns the refusal, or null */
const ask = async ({
  email = newAddress(),
  code = null,
  network = '203.0.113.7',
  provider = 'email',
}: Attempt = {}) => {
  await sql`set local role supabase_auth_admin`;
  const event = {
    metadata: { name: 'before-user-created', ip_address: network },
    user: {
      email,
      app_metadata: { provider },
      user_metadata: code === null ? {} : { invitation: code },
    },
  };
  const [row] = await sql<{ output: { error?: { http_code: number; message: string } } }[]>`
    select public.before_user_created(${sql.json(event)}) as output`;
  await sql`set local role none`;
  return row!.output.error ?? null;
};

/** Creates the account that the hook has admitted, as Supabase Auth does. */
const create = async (email: string, data: Record<string, string> = {}) => {
  const id = randomUUID();
  await sql`
    insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${email}, ${sql.json(data)})`;
  return id;
};

const invite = async (by: Person, uses = 1, endsAt: string | null = null) => {
  const [row] = await queryAs<{ code: string }[]>(by)`
    select desk_invite('For the choir', ${uses}, ${endsAt}) as code`;
  return row!.code;
};

interface Invitation {
  readonly id: string;
  readonly uses_left: number;
  readonly used_by: readonly { user_id: string; username: string }[];
}

const invitations = async (by: Persona) => {
  const [row] = await queryAs<{ list: Invitation[] }[]>(by)`select desk_invitations() as list`;
  return row!.list;
};

const reserve = async (code: string, email: string, address = '203.0.113.7') => {
  const [row] = await queryAs<{ refusal: string | null }[]>('visitor', {
    'x-forwarded-for': address,
  })`select reserve_invitation(${code}, ${email}) as refusal`;
  return row!.refusal;
};

const needsCode = {
  http_code: 403,
  message: expect.stringContaining('Registration is by invitation'),
};
const isWrong = { http_code: 403, message: expect.stringContaining('not valid') };

describe('registration', () => {
  it('is open at first', async () => {
    expect(await ask()).toBeNull();
  });

  it('is refused while it is closed, with a code, too', async () => {
    const code = await invite(await admin());
    await open('closed');
    const closed = { http_code: 403, message: expect.stringContaining('Registration is closed') };
    expect(await ask()).toEqual(closed);
    expect(await ask({ code })).toEqual(closed);
  });

  it('takes a code while it is by invitation', async () => {
    await open('invitation');
    expect(await ask()).toEqual(needsCode);
    expect(await ask({ code: 'AAAA-BBBB-CCCC-DDDD' })).toEqual(isWrong);
    expect(await ask({ code: await invite(await admin()) })).toBeNull();
  });

  it('without an address is refused while it is by invitation', async () => {
    const code = await invite(await admin());
    await open('invitation');
    expect(await ask({ code, email: '' })).toMatchObject({ http_code: 403 });
    expect(await reserve(code, ' ')).not.toBeNull();
  });

  it('is decided for the auth service only', async () => {
    for (const caller of ['visitor', await make.person()] as const) {
      await expect(queryAs(caller)`select before_user_created('{}')`).rejects.toMatchObject(
        refused,
      );
    }
  });
});

describe('a code', () => {
  it('has 80 random bits, of which a hash is stored, and may be typed without care', async () => {
    const code = await invite(await admin(), 2);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const [row] = await sql`select to_jsonb(invitations)::text as text from private.invitations`;
    expect(row!.text).not.toContain(code);
    await open('invitation');
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await ask({ code: typed })).toBeNull();
  });

  it('is used up, over or withdrawn', async () => {
    const staff = await admin();
    const [once, over, withdrawn] = [
      await invite(staff),
      await invite(staff, 1, '2020-01-01T00:00:00Z'),
      await invite(staff),
    ];
    await open('invitation');
    await sql`
      update private.invitations set label = 'withdrawn'
      where code_hash = private.hash_invitation_code(${withdrawn})`;
    const { id } = (await invitations(staff)).find(
      (each) => Reflect.get(each, 'label') === 'withdrawn',
    )!;
    await queryAs(staff)`select desk_withdraw_invitation(${id})`;
    expect(await ask({ code: once })).toBeNull();
    for (const code of [once, over, withdrawn]) expect(await ask({ code })).toEqual(isWrong);
  });

  it('is removed from what the account and its identity store, now and later', async () => {
    const id = await create(newAddress(), { invitation: 'AAAA', colour: 'teal' });
    await sql`
      insert into auth.identities (id, provider_id, user_id, identity_data, provider)
      values (${randomUUID()}, ${id}, ${id}, ${sql.json({ sub: id, invitation: 'AAAA' })}, 'email')`;
    await sql`
      update auth.users set raw_user_meta_data = raw_user_meta_data || '{"invitation": "AAAA"}'
      where id = ${id}`;
    const rows = await sql`
      select raw_user_meta_data as data from auth.users where id = ${id}
      union all select identity_data from auth.identities where user_id = ${id}`;
    expect(rows.map(({ data }) => data)).toEqual([{ colour: 'teal' }, { sub: id }]);
  });
});

describe('a use', () => {
  it('is of the account that was created with it, which only admins see', async () => {
    const staff = await admin();
    const code = await invite(staff, 2);
    await open('invitation');
    const email = newAddress();
    await ask({ code, email });
    const username = `p${randomUUID().slice(0, 13)}`;
    const id = await create(email, { username });
    expect(await invitations(staff)).toMatchObject([
      { uses: 2, uses_left: 1, used_by: [{ user_id: id, username }] },
    ]);
    expect([...(await sql`select email from private.invitation_uses`)]).toEqual([{ email: null }]);
  });

  it('stays with the address when its sign-up fails, and returns after ten minutes', async () => {
    const staff = await admin();
    const code = await invite(staff);
    await open('invitation');
    const email = newAddress();
    await ask({ code, email });
    await sql`savepoint failing`;
    await errorOf(create(email, { username: 'admin' }));
    await sql`rollback to failing`;
    expect(await ask({ code })).toEqual(isWrong);
    expect(await ask({ code, email })).toBeNull();
    // Not for somebody else who knows the address.
    expect(await ask({ email })).toEqual(needsCode);
    const other = await invite(staff);
    expect(await ask({ code: other, email })).toBeNull();
    expect(await ask({ code: other })).toEqual(isWrong);
    expect(await ask({ code, email })).toBeNull();
    await sql`update private.invitation_uses set reserved_until = now()`;
    expect(await ask({ code })).toBeNull();
    expect(await invitations(staff)).toMatchObject([
      { uses_left: 1, used_by: [] },
      { uses_left: 0, used_by: [] },
    ]);
  });

  it('can be reserved for an address, with which a third party needs no code then', async () => {
    const code = await invite(await admin());
    await open('invitation');
    const email = newAddress();
    expect(await reserve(code, ` ${email.toUpperCase()} `)).toBeNull();
    expect(await reserve(code, newAddress())).toMatch('not valid');
    expect(await ask({ provider: 'google' })).toEqual(needsCode);
    expect(await ask({ email })).toEqual(needsCode);
    expect(await ask({ email, provider: 'google' })).toBeNull();
  });
});

describe('wrong codes', () => {
  const { '1 hour': most } = ACT_LIMITS.invitation;
  const tooMany = 'You have tried many codes within the last hour. Please try again later.';

  it('are limited by network, in both ways, right ones from there then included', async () => {
    const code = await invite(await admin(), 1000);
    await open('invitation');
    for (let count = 0; count < most; count += 2) {
      expect(await ask({ code: 'WRONG', network: `203.0.113.${count}` })).toEqual(isWrong);
      await reserve('WRONG', newAddress(), `203.0.113.${count + 1}`);
    }
    expect(await ask({ code })).toEqual({ http_code: 429, message: tooMany });
    expect(await reserve(code, newAddress())).toBe(tooMany);
    expect(await ask({ code, network: '203.0.112.1' })).toBeNull();
  });

  it('alone count', async () => {
    const code = await invite(await admin(), 1000);
    await open('invitation');
    for (let count = 0; count <= most; count += 1) expect(await ask({ code })).toBeNull();
  });
});

describe('the settings', () => {
  const change = async (by: Persona, changes: Record<string, string | string[] | null>) => {
    const [row] = await queryAs<{ settings: object }[]>(by)`
      select desk_change_settings(${sql.json(changes)}) as settings`;
    return row!.settings;
  };

  it('are changed by admins, each alone, and every change is in the log', async () => {
    const staff = await admin();
    await change(staff, { registration: 'closed', announcement: ' Back soon ' });
    expect(await change(staff, { rules: 'Be kind' })).toEqual({
      registration: 'closed',
      announcement: 'Back soon',
      rules: 'Be kind',
      contact_email: null,
      contact_text: null,
      held_words: [],
    });
    expect(
      await sql`select act, staff_id, before, after from private.staff_log order by id`,
    ).toMatchObject([
      { before: { registration: 'open' }, after: { registration: 'closed', rules: null } },
      { staff_id: staff.id, after: { rules: 'Be kind' } },
    ]);
  });

  it('are read by everybody as far as pages show them', async () => {
    await change(await admin(), {
      registration: 'invitation',
      contact_email: 'Hello@Site.test',
      contact_text: 'Ann\n1 Street',
      held_words: ['secret'],
    });
    const notice = {
      registration: 'invitation',
      announcement: null,
      rules: null,
      contactEmail: 'hello@site.test',
      contactText: 'Ann\n1 Street',
      hasStaff: true,
    };
    for (const caller of ['visitor', await make.person()] as const) {
      const [row] = await queryAs(caller)`select site_notice() as notice`;
      expect(row!.notice).toEqual(notice);
    }
  });

  it('and codes are for admins with a second factor only', async () => {
    const calls = [
      (caller: Persona) => queryAs(caller)`select desk_settings()`,
      (caller: Persona) => queryAs(caller)`select desk_change_settings('{}')`,
      (caller: Persona) => queryAs(caller)`select desk_invitations()`,
      (caller: Persona) => queryAs(caller)`select desk_invite('For me')`,
      (caller: Persona) => queryAs(caller)`select desk_withdraw_invitation(${randomUUID()})`,
    ];
    const staff = await admin();
    for (const call of calls) {
      await expect(call('visitor')).rejects.toMatchObject(refused);
      for (const person of [{ ...staff, aal: 'aal1' as const }, await moderator()]) {
        await expect(call(person)).rejects.toMatchObject({ code: 'PT403' });
      }
      const nobody = { ...(await make.person()), aal: 'aal2' as const };
      await expect(call(nobody)).rejects.toMatchObject({ code: 'PT404' });
    }
    for (const table of ['site_settings', 'invitations', 'invitation_uses']) {
      await expect(queryAs(staff)`select * from ${sql(`private.${table}`)}`).rejects.toMatchObject(
        refused,
      );
    }
  });

  it.each(Object.entries(SITE_TEXT_MAX_LENGTHS))(
    'have a limit of packages/domain for %s',
    async (name, most) => {
      const staff = await admin();
      const column = name === 'contactText' ? 'contact_text' : name;
      await change(staff, { [column]: 'a'.repeat(most) });
      await expect(change(staff, { [column]: 'a'.repeat(most + 1) })).rejects.toMatchObject(
        breaksCheck,
      );
    },
  );
});

describe('the address of an account that was deleted', () => {
  const suspend = async ({ id }: Person, until: string | null) => {
    await sql`select set_config('backend.vault_key', 'key', true)`;
    await sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
    await sql`
      select private.apply_measure('person', ${id}, ${until ? 'suspend' : 'ban'}, ${until}::timestamptz)`;
  };
  const remove = ({ id }: Person) => sql`delete from profiles where user_id = ${id}`;
  const email = ({ id }: Person) => `${id.toUpperCase()}@example.com`;
  const refusal = {
    http_code: 403,
    message:
      'No account can be created with this address at the moment. If you think that this is wrong, write to us.',
  };

  it('while it was banned is refused for a year, in every way of signing up, and no other one', async () => {
    const [person, other] = await make.people(2);
    await suspend(person, null);
    expect(await ask({ email: email(person) })).toBeNull();
    await remove(person);
    await remove(other);
    expect(await ask({ email: email(person) })).toEqual(refusal);
    expect(await ask({ email: email(person), provider: 'google' })).toEqual(refusal);
    expect(await ask({ email: email(other) })).toBeNull();
    const [stored] = await sql`select * from private.refused_addresses`;
    expect(JSON.stringify(stored)).not.toContain(person.id);
    await sql`update private.refused_addresses set until = until - interval '1 year'`;
    expect(await ask({ email: email(person) })).toBeNull();
    await sql`select private.delete_expired()`;
    expect(await sql`select from private.refused_addresses`).toHaveLength(0);
  });

  it('while it was suspended is refused until the suspension ends, if its owner had confirmed it', async () => {
    const [confirmed, unconfirmed] = await make.people(2);
    for (const person of [confirmed, unconfirmed]) await suspend(person, '2100-01-01T00:00:00Z');
    await sql`update auth.users set email_confirmed_at = null where id = ${unconfirmed.id}`;
    await remove(confirmed);
    await remove(unconfirmed);
    expect(await ask({ email: email(confirmed) })).toEqual(refusal);
    expect(await ask({ email: email(unconfirmed) })).toBeNull();
    const [kept] = await sql`select until from private.refused_addresses`;
    expect(kept).toEqual({ until: new Date('2100-01-01T00:00:00Z') });
  });
});

describe('a drop', () => {
  const holdWords = async (...words: string[]) =>
    queryAs(await admin())`select desk_change_settings(${sql.json({ held_words: words })})`;

  const heldDrops = async () => {
    const rows = await sql<{ id: string }[]>`
      select subject_id as id from private.cases where subject_kind = 'hold' and closed_at is null`;
    return rows.map(({ id }) => id);
  };

  it.each<[string, Record<string, string | string[]>]>([
    ['in its title, in any case', { title: 'My SECRET, told' }],
    ['in its hashtags', { hashtags: ['secret'] }],
    ['as a phrase, with other signs between its words', { title: 'a “Ring-Road” night' }],
    ['with signs within that nobody sees', { title: 'a Ring Ro\u00AD\u200Bad night' }],
  ])('with one of the words is held: %s', async (_where, columns) => {
    await holdWords('Secret', ' ring road ');
    const drop = await make.drop(columns);
    expect(await heldDrops()).toEqual([drop.id]);
  });

  it('with one of the words is announced to nobody before it is released, and then once', async () => {
    await holdWords('secret');
    const [staff, author, follower] = [await admin(), ...(await make.people(2))];
    await make.follow(follower, author);
    await queryAs(follower)`
      insert into drop_alerts (follower_id, following_id) values (${follower.id}, ${author.id})`;
    const announced = async () => [
      ...(await sql`select event from realtime.messages where topic = 'drops'`),
      ...(await queryAs(follower)`select type from notifications`),
    ];
    const release = async () => {
      const id = await caseOf({ id: (await heldDrops())[0]! });
      await decide(staff, id, 'none', { rule: null, words: '' });
      await deliver();
    };
    const drop = await make.drop({ title: 'A secret' }, author);
    await deliver();
    expect(await announced()).toEqual([]);
    await release();
    expect(await announced()).toEqual([{ event: 'changed' }, { type: 'drop' }]);
    await queryAs(author)`update voice_drops set title = 'The secret' where id = ${drop.id}`;
    await release();
    expect(await queryAs(follower)`select from notifications`).toHaveLength(1);
  });

  it('with a longer word is not held', async () => {
    await holdWords('secret');
    await make.drop({ title: 'The secretary' });
    expect(await heldDrops()).toEqual([]);
  });

  it('is held once its words are changed to one of them', async () => {
    await holdWords('secret');
    const drop = await make.drop({ title: 'Nothing' });
    await queryAs(drop.owner)`update voice_drops set title = 'A secret' where id = ${drop.id}`;
    expect(await heldDrops()).toEqual([drop.id]);
  });
});
