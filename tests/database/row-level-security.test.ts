import { expect, it } from 'vitest';
import { tablesOfPeople } from './support/tables.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const tables = [...tablesOfPeople, 'live_drop_counts', 'nonpublic_drop_events'];

it('the API exposes exactly the tables of the product and the views of public drops', async () => {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    order by relname`;
  expect(rows.map(({ name }) => name)).toEqual(
    [
      ...tables,
      'report_evidence',
      'hashtags',
      'trending_topics',
      'voice_drop_counts',
      'voice_drop_ranks',
      'voice_drop_words',
      'nonpublic_drop_words',
    ].toSorted(),
  );
});

it('row-level security is on for every table', async () => {
  const rows = await sql`
    select relnamespace::regnamespace as schema, relname as name from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p') and not relrowsecurity`;
  expect([...rows]).toEqual([]);
});

it('the role that requests log in as has no right of its own, and becomes one of three', async () => {
  const rights = await sql`
    select relname as name from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace,
        'storage'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm', 'f')
      and (has_table_privilege('authenticator', oid, 'insert, update, delete, truncate')
        or has_any_column_privilege('authenticator', oid, 'select, insert, update'))`;
  expect([...rights]).toEqual([]);
  const [role] = await sql`
    select rolsuper, rolinherit, rolbypassrls, rolcreaterole, rolcreatedb,
      array(select roleid::regrole::text from pg_auth_members
        where member = 'authenticator'::regrole order by 1) as becomes
    from pg_roles where rolname = 'authenticator'`;
  expect(role).toEqual({
    rolsuper: false,
    rolinherit: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    becomes: ['anon', 'authenticated', 'service_role'],
  });
});

it('every policy names its role', async () => {
  const rows = await sql`
    select tablename, policyname from pg_policies
    where schemaname in ('public', 'storage') and roles && '{public}'`;
  expect([...rows]).toEqual([]);
});

it('no policy has a name so long that PostgreSQL cuts it off', async () => {
  const rows = await sql`
    select tablename, policyname from pg_policies where octet_length(policyname) >= 63`;
  expect([...rows]).toEqual([]);
});

it('no role has a privilege on a whole table except to delete', async () => {
  const rows = await sql`
    select relname as table, grantee::regrole as grantee, privilege_type as right
    from pg_class, aclexplode(relacl)
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p')
      and grantee in (0, 'anon'::regrole, 'authenticated'::regrole)
      and not (grantee = 'authenticated'::regrole and privilege_type = 'DELETE')`;
  expect([...rows]).toEqual([]);
});

it('visitors have no privilege except to read', async () => {
  const rows = await sql`
    select table_name, column_name, privilege_type from information_schema.column_privileges
    where grantee in ('anon', 'PUBLIC') and table_schema in ('public', 'private')
      and privilege_type <> 'SELECT'`;
  expect([...rows]).toEqual([]);
  const deletable = await sql`
    select relname from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm', 'f')
      and has_table_privilege('anon', oid, 'DELETE, TRUNCATE')`;
  expect([...deletable]).toEqual([]);
});

/** The columns of each table, in alphabetical order. */
const columnsOf = (rows: readonly { table: string; columns: string[] }[]) =>
  Object.fromEntries(rows.map(({ table, columns }) => [table, columns.join(' ')]));

const settings =
  'allow_anonymous allow_downloads autoplay avatar_url bio block_inappropriate dark_mode dark_mode_chosen email_notifications follows_notifications is_private leads_old_links likes_notifications mentions_notifications push_notifications replies_notifications updated_at user_id username';

it.each([
  [
    'INSERT',
    {
      blocks: 'blocked_id blocker_id',
      bookmarks: 'user_id voice_drop_id',
      drop_alerts: 'follower_id following_id',
      follow_declines: 'account_id requester_id',
      followed_hashtags: 'tag user_id',
      follows: 'follower_id following_id',
      mutes: 'kind subject until user_id',
      profiles: settings,
      reports:
        'description reason reported_comment_id reported_message_id reported_user_id reported_voice_drop_id reporter_id',
      voice_drop_comment_likes: 'comment_id user_id',
      voice_drop_comments:
        'audio_url content duration filter_used parent_comment_id user_id voice_drop_id waveform',
      voice_drop_likes: 'user_id voice_drop_id',
      voice_drops:
        'audio_url duration filter_used hashtags is_sensitive privacy_level title user_id waveform',
    },
  ],
  [
    'UPDATE',
    {
      account_settings:
        'drops_notifications first_steps mail_digest messages_from messages_notifications names_on_lock_screen read_receipts shows_likes voice_notices',
      conversation_participants: 'is_archived is_muted',
      mutes: 'kind subject until',
      notifications: 'read',
      profiles: settings,
      voice_drops: 'allows_voice_replies hashtags is_sensitive privacy_level title',
    },
  ],
])('people can %s only these columns: no time, no number, no id', async (right, expected) => {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select table_name as table, array_agg(column_name::text order by column_name) as columns
    from information_schema.column_privileges
    where grantee = 'authenticated' and table_schema in ('public', 'private')
      and privilege_type = ${right}
    group by table_name`;
  expect(columnsOf(rows)).toEqual(expected);
});

it.each([
  [
    'anon',
    {
      account_settings:
        'drops_notifications first_steps mail_digest messages_from messages_notifications names_on_lock_screen read_receipts shows_likes user_id voice_notices',
      blocks: 'blocked_id blocker_id created_at id',
      conversation_participants:
        'conversation_id deleted_position is_accepted is_archived is_muted latest_at latest_message_id place read_position sent_count unread_count user_id',
      conversations:
        'created_at ended_at first_id id is_anonymous is_withheld message_count second_id',
      drop_alerts: 'follower_id following_id',
      earlier_words: 'hashtags id replaced_at title voice_drop_id',
      follow_declines: 'account_id created_at id requester_id',
      follow_requests: 'account_id created_at id requester_id',
      followed_hashtags: 'created_at tag user_id',
      messages:
        'clip_id content conversation_id deleted_at duration filter_used folded hidden_for id is_delivered place position queue_place sent_at waveform withdrawn_at',
      mutes: 'created_at id kind person_id subject until user_id',
      notifications:
        'actor_id comment_id content created_at decision_id id read recipient_id reference_id type',
      appeals: 'answer answered_on created_on decision_id later_decision_id outcome words',
      decisions:
        'appealable_until basis case_id created_at decided_by decided_on ended_at ended_by ended_on excerpt id measure person_id rule shown_from subject_id subject_kind until words',
      profiles:
        'allow_anonymous autoplay block_inappropriate dark_mode dark_mode_chosen email_notifications follows_notifications is_banned leads_old_links likes_notifications mentions_notifications push_notifications replies_notifications updated_at',
      push_subscriptions:
        'auth_secret created_at endpoint failures id p256dh paused_until renewed_at session_id user_agent user_id',
      report_evidence:
        'author_id bucket case_id content created_at facts id kept_until path position report_id subject_id subject_kind written_at',
      reports:
        'case_id cleared_at counts_to_hide created_at decision_id description id reason reported_comment_id reported_message_id reported_user_id reported_voice_drop_id reporter_id',
      nonpublic_drop_events:
        'author_id created_at event former_audience id lost_at sent_at voice_drop_id was_flagged',
    },
  ],
  [
    'authenticated',
    {
      conversations: 'created_at ended_at first_id is_withheld message_count second_id',
      decisions: 'case_id created_at decided_by ended_at ended_by shown_from',
      messages: 'clip_id folded hidden_for is_delivered queue_place withdrawn_at',
      nonpublic_drop_events: 'author_id former_audience lost_at was_flagged',
      push_subscriptions: 'auth_secret failures p256dh paused_until',
      report_evidence:
        'author_id bucket case_id content created_at facts id kept_until path position report_id subject_id subject_kind written_at',
      reports: 'case_id cleared_at counts_to_hide decision_id',
    },
  ],
])('%s reads all columns except these', async (role, expected) => {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select relname as table, array_agg(attname::text order by attname) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not has_column_privilege(${role}, pg_class.oid, attnum, 'SELECT')
    group by relname`;
  expect(columnsOf(rows)).toEqual(expected);
});

it('people can delete rows of these tables only, and an unfiltered delete deletes none of others', async () => {
  const drop = await make.drop();
  const comment = await make.comment({ on: drop });
  const [fan, friend, stranger] = await make.people(3);
  await make.like(fan, drop);
  await make.follow(fan, friend);
  await make.block(fan, stranger);
  await make.bookmark(fan, drop);
  await sql`
    insert into drop_alerts (follower_id, following_id) values (${fan.id}, ${friend.id})`;
  await sql`insert into followed_hashtags (user_id, tag) values (${fan.id}, 'rain')`;
  await sql`insert into mutes (user_id, kind, subject) values (${fan.id}, 'word', 'rain')`;
  await sql`
    insert into voice_drop_comment_likes (user_id, comment_id) values (${fan.id}, ${comment.id})`;
  const deletable = await sql<{ table: string }[]>`
    select relname as table from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm', 'f')
      and has_table_privilege('authenticated', oid, 'DELETE')
    order by relname`;
  expect(deletable.map(({ table }) => table)).toEqual([
    'blocks',
    'bookmarks',
    'drop_alerts',
    'follow_declines',
    'follow_requests',
    'followed_hashtags',
    'follows',
    'mutes',
    'push_subscriptions',
    'voice_drop_comment_likes',
    'voice_drop_comments',
    'voice_drop_likes',
    'voice_drops',
  ]);
  for (const { table } of deletable) {
    // The statement names no column, so that no select policy limits the deleted rows.
    const { count } = await queryAs(stranger)`delete from ${sql(table)}`;
    expect([table, count]).toEqual([table, 0]);
  }
});

it.each([
  [
    'anon',
    [
      'profiles',
      'profile_counts',
      'follows',
      'voice_drops',
      'voice_drop_comments',
      'live_drop_counts',
    ],
  ],
  ['authenticated', tables],
])('%s reads rows only of the tables with a policy for that role', async (role, expected) => {
  const rows = await sql<{ name: string }[]>`
    select distinct tablename as name from pg_policies
    where schemaname = 'public' and cmd = 'SELECT' and roles @> array[${role}::name]`;
  expect(rows.map(({ name }) => name).sort()).toEqual(expected.toSorted());
});

it('only the owner can run a function that was not granted by name', async () => {
  const rows = await sql`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and exists (
        select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0
      )`;
  expect([...rows]).toEqual([]);
});

// A body in SQL syntax, not in a string, is bound when the function is created, so no search path applies.
it('every function sets its search path, or was bound to its names when it was created', async () => {
  const rows = await sql`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce('search_path=""' = any (proconfig), false)
      and prosqlbody is null`;
  expect([...rows]).toEqual([]);
});

it('columns by which other tables are referenced are indexed', async () => {
  const rows = await sql`
    select conrelid::regclass as table, conname as constraint from pg_constraint
    where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null
      )`;
  expect([...rows]).toEqual([]);
});

it('the publication for realtime has voice drops, their events and counts, and notifications', async () => {
  const rows = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_publication_tables
    where pubname = 'supabase_realtime' order by name`;
  expect(rows.map(({ name }) => name)).toEqual([
    'public.live_drop_counts',
    'public.nonpublic_drop_events',
    'public.notifications',
    'public.voice_drops',
  ]);
});
