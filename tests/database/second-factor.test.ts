import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { conversationsOf } from './support/conversations.ts';
import type { Drop } from './support/factories.ts';
import { refused, type Person, type Persona } from './support/persona.ts';
import { tablesOfPeople } from './support/tables.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { open, send } = conversationsOf(database);

/** Tables and views in which every account of the test can read rows. */
const relations = [
  ...tablesOfPeople,
  'storage.objects',
  'voice_drop_ranks',
  'voice_drop_words',
  'nonpublic_drop_words',
];

interface Scene {
  readonly me: Person;
  readonly withSecondFactor: Person;
  readonly drop: Drop;
}

/** A person with rows in every table, and a second factor. */
const takePart = async (): Promise<Scene> => {
  const [me, friend, foe] = await make.people(3);
  const drop = await make.drop({}, me);
  const theirs = await make.drop({}, friend);
  await make.drop({ privacy_level: 'private' }, me);
  await make.like(me, theirs);
  await make.like(friend, drop);
  await make.follow(me, friend);
  await sql`insert into drop_alerts ${sql({ follower_id: me.id, following_id: friend.id })}`;
  await make.block(me, foe);
  await make.report(me, theirs);
  const comment = await make.comment({ on: drop, author: me });
  await make.bookmark(me, theirs);
  await sql`update voice_drops set title = 'Anew' where id = ${drop.id}`;
  await sql`insert into followed_hashtags ${sql({ user_id: me.id, tag: 'rain' })}`;
  await sql`insert into mutes ${sql({ user_id: me.id, kind: 'word', subject: 'rain' })}`;
  await sql`
    insert into voice_drop_comment_likes ${sql({ user_id: me.id, comment_id: comment.id })}`;
  const [asked, requester] = await make.people(2);
  await sql`
    insert into follow_requests (requester_id, account_id)
    values (${me.id}, ${asked.id}), (${requester.id}, ${me.id})`;
  await sql`
    insert into follow_declines (account_id, requester_id) values (${me.id}, ${requester.id})`;
  await send(me, await open(me, friend));
  const { session } = await make.session(me);
  await sql`
    insert into push_subscriptions ${sql({
      user_id: me.id,
      session_id: session,
      endpoint: `https://push.example/${session}`,
      p256dh: 'x'.repeat(87),
      auth_secret: 'x'.repeat(22),
    })}`;
  const [decided] = await sql<{ id: string }[]>`
    with opened as (
      insert into private.cases (subject_kind, subject_id) values ('drop', ${drop.id}) returning id
    )
    insert into decisions (case_id, person_id, subject_kind, subject_id, measure, basis, shown_from)
    select id, ${me.id}, 'drop', ${drop.id}, 'warn', 'staff', now() from opened returning id`;
  await sql`insert into appeals (decision_id, words) values (${decided!.id}, 'It was a joke')`;
  await make.factor(me);
  return { me, withSecondFactor: { ...me, aal: 'aal2' }, drop };
};

const countRows = (persona: Persona, table: string): Promise<number> =>
  database.as(persona, async (sql) => {
    const [row] = await sql<{ seen: number }[]>`select count(*)::int as seen from ${sql(table)}`;
    return row!.seen;
  });

describe('an account with a second factor', () => {
  it.each(relations)('reads nothing of %s until it has given the second factor', async (table) => {
    const { me, withSecondFactor } = await takePart();
    expect(await countRows(withSecondFactor, table)).toBeGreaterThan(0);
    expect(await countRows(me, table)).toBe(0);
  });

  it('writes nothing until it has given the second factor', async () => {
    const { me, withSecondFactor, drop } = await takePart();
    const path = `${me.id}/${randomUUID()}-voice-drop.wav`;
    const upload = (as: Person) =>
      queryAs(as)`insert into storage.objects (bucket_id, name) values ('voice-drops', ${path})`;
    const like = (as: Person) =>
      queryAs(as)`
        insert into voice_drop_likes (user_id, voice_drop_id) values (${me.id}, ${drop.id})`;
    const rename = (as: Person) =>
      queryAs(as)`update profiles set bio = 'mine' where user_id = ${me.id}`;
    const remove = (as: Person) => queryAs(as)`delete from voice_drops where id = ${drop.id}`;

    await expect(upload(me)).rejects.toMatchObject(refused);
    await expect(like(me)).rejects.toMatchObject(refused);
    expect((await rename(me)).count).toBe(0);
    expect((await remove(me)).count).toBe(0);

    await upload(withSecondFactor);
    await like(withSecondFactor);
    expect((await rename(withSecondFactor)).count).toBe(1);
    expect((await remove(withSecondFactor)).count).toBe(1);
  });

  it('reads and changes no more through procedures than a visitor', async () => {
    const { me, withSecondFactor, drop } = await takePart();
    await sql`
      insert into storage.objects (bucket_id, name, metadata, created_at)
      values ('voice-drops', ${`${me.id}/draft.wav`}, '{"size": 1}', now() - interval '2 days')`;
    const drafts = (as: Persona) =>
      queryAs(as)`select unused_uploads()`.then(({ length }) => length);
    const play = (as: Persona) =>
      database.as(as, async (sql) => {
        const [row] = await sql<{ counted: boolean }[]>`select add_play(${drop.id}) as counted`;
        return row!.counted;
      });
    const ask = (as: Persona) =>
      queryAs(as)`
        select check_username_available(${me.username}) as available,
          (select to_json(stats) from today_stats(now() - interval '1 hour') as stats) as today`;
    expect(await play(me)).toBe(false);
    expect([...(await ask(me))]).toEqual([...(await ask('visitor'))]);
    expect(await play(withSecondFactor)).toBe(true);
    expect(await drafts(me)).toBe(0);
    expect(await drafts(withSecondFactor)).toBe(1);
  });
});

describe('a second factor is not required', () => {
  it('for an account whose factor was not verified', async () => {
    const person = await make.person();
    const drop = await make.drop({ privacy_level: 'private' }, person);
    await make.factor(person, 'unverified');
    expect(await database.sees(person, drop)).toBe(true);
  });

  it('for an account without one, even if others have one', async () => {
    const { drop } = await takePart();
    expect(await database.sees(await make.person(), drop)).toBe(true);
  });

  it('for a visitor', async () => {
    const { drop } = await takePart();
    expect(await database.sees('visitor', drop)).toBe(true);
  });
});

it('every table has policies that require the second factor for every command', async () => {
  const rows = await sql`
    select relname from pg_class
    where relkind in ('r', 'p')
      and (relnamespace = 'public'::regnamespace or oid = 'storage.objects'::regclass)
      and not exists (
        select from pg_policy
        where polrelid = pg_class.oid and not polpermissive and polcmd = '*'
          and polroles = array['authenticated'::regrole::oid]
          and pg_get_expr(polqual, polrelid) like '%SELECT private.is_fully_signed_in()%'
      )`;
  expect([...rows]).toEqual([]);
});

it('views that bypass the policies answer everyone alike, or check the second factor themselves', async () => {
  const rows = await sql<{ relname: string }[]>`
    select relname from pg_class
    where relkind = 'v' and relnamespace = 'public'::regnamespace
      and not coalesce('security_invoker=true' = any(reloptions), false)
      and has_any_column_privilege('authenticated', oid, 'select')
      and pg_get_viewdef(oid) not like '%SELECT private.is_fully_signed_in()%'
    order by relname`;
  expect(rows.map(({ relname }) => relname)).toEqual(['hashtags', 'trending_topics']);
});

it('procedures that bypass the policies answer everyone alike, or check the second factor themselves', async () => {
  const rows = await sql<{ proname: string }[]>`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef
      and (has_function_privilege('anon', oid, 'execute')
        or has_function_privilege('authenticated', oid, 'execute'))
    order by proname`;
  expect(rows.map(({ proname }) => proname)).toEqual([
    'accept_conversation',
    'appeal',
    'approve_follow_request',
    'begin_export',
    'begin_message_clip',
    'check_username_available',
    'confirm_mail',
    'count_masking',
    'delete_conversation',
    'delete_message',
    'desk_add_staff',
    'desk_answer',
    'desk_assign',
    'desk_case',
    'desk_change_settings',
    'desk_decide',
    'desk_figures',
    'desk_find',
    'desk_hidden_hashtags',
    'desk_hide_hashtag',
    'desk_history',
    'desk_invitations',
    'desk_invite',
    'desk_log',
    'desk_open',
    'desk_open_messages',
    'desk_queue',
    'desk_remove_staff',
    'desk_role',
    'desk_settings',
    'desk_show_sender',
    'desk_staff',
    'desk_undo',
    'desk_withdraw_invitation',
    'end_conversation',
    'end_session',
    'find_renamed',
    'has_moved_feed',
    'keep_factor',
    'list_old_links',
    'list_sessions',
    'mail_state',
    'mark_read',
    'open_conversation',
    'own_account_key',
    'own_restriction',
    'record_activity',
    'recovery_state',
    'register_push',
    'renew_recovery_codes',
    'request_factor_removal',
    'reserve_invitation',
    'search_messages',
    'send_contact',
    'send_mail_confirmation',
    'send_message',
    'send_test_push',
    'show_typing',
    'shown_likes',
    'site_notice',
    'stop_mail',
    'today_stats',
    'unused_uploads',
  ]);
});

it('a statement checks the second factor once, however many rows it reads', async () => {
  const { withSecondFactor } = await takePart();
  const plan = await queryAs(withSecondFactor)`
    explain (analyze, costs off, timing off) select id from storage.objects`;
  const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n');
  expect(text).toMatch(/^ *InitPlan 1\n *-> *Result .*loops=1\)$/m);
  expect(text).not.toContain('is_fully_signed_in');
});
