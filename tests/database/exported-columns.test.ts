import { expect, it } from 'vitest';
import {
  exportedConversations,
  exportedMessages,
  exportedTables,
} from '../../apps/web/src/features/export/exported-tables.ts';
import { openTestDatabase } from './support/test-database.ts';

const { sql } = openTestDatabase();

/** What a copy of a person's data leaves out, by the reason: tables with the columns that are left out. */
const leftOut: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'the copy has the clip or the picture itself': {
    'public.profiles': 'avatar_url',
    'public.voice_drops': 'audio_url waveform',
    'public.voice_drop_comments': 'audio_url waveform',
    'public.messages': 'waveform clip_id',
  },
  'follows from what is exported, decisions among it': {
    'public.profiles': 'handle',
    'public.voice_drops': 'audience',
    'public.conversation_participants': 'latest_message_id',
    'public.conversations': 'id message_count created_at',
    'public.messages': 'folded',
    'private.comment_mentions': 'id comment_id handle user_id',
    'private.hashtag_authors': 'tag user_id drop_count used_at counts',
    'private.hashtags': 'tag drop_count trending is_hidden author_count',
    'private.latest_posts': 'user_id posted_at',
    'private.voice_drop_counts': 'voice_drop_id play_count like_count comment_count is_received',
    'private.voice_drop_ranks':
      'voice_drop_id user_id is_public posted_at listened listened_new liked liked_new commented commented_new bookmarked bookmarked_new hot trending',
    'private.voice_drop_words':
      'voice_drop_id user_id title hashtags handle is_flagged is_public is_unlisted created_at',
    'private.restrictions': 'user_id kind until',
    'private.sensitive_labels': 'voice_drop_id author_choice',
  },
  'says who the sender of an anonymous message is, or what the other side does': {
    'public.conversations': 'first_id second_id is_withheld ended_at',
    'public.messages': 'is_delivered queue_place withdrawn_at hidden_for',
  },
  'says how reports are evaluated': {
    'public.reports': 'counts_to_hide cleared_at case_id decision_id',
  },
  'is what was reported, for the staff; the reporter has seen it, its author has it in the copy': {
    'public.report_evidence':
      'id case_id kept_until facts report_id position subject_kind subject_id author_id content bucket path written_at created_at',
  },
  'is the work of the staff; a decision is exported as its statement shows it': {
    'public.decisions': 'case_id decided_by created_at shown_from ended_at ended_by',
    'private.cases':
      'id subject_id latest_at closed_by report_count reasons assigned_to assigned_at excerpt is_hidden',
    'private.staff': 'user_id role added_by added_at',
    'private.staff_log':
      'id staff_id staff_name act subject_kind subject_id person_id reason before after at',
  },
  'is a secret': {
    'public.push_subscriptions': 'endpoint p256dh auth_secret',
    'private.account_keys': 'user_id key',
    'private.mail_addresses': 'secret',
    'private.hash_key': 'key',
    'private.listener_salt': 'salt',
    'private.network_key': 'key',
    'private.factor_requests': 'user_id case_id secret',
    'private.ranking_salts': 'day salt',
    'private.recovery_codes': 'user_id hash',
    'private.refused_addresses': 'hash until',
  },
  'names nobody, or only by hashes of which the salts are kept nowhere': {
    'private.clip_prints': 'subject_id hash print parts created_at',
    'private.deleted_usernames': 'hash reserved_until',
    'private.network_weights': 'key joined_at weight',
    'private.play_totals': 'id plays',
    'private.ranking_acts':
      'key day started_at reached_half reached_end ranking_class listened liked commented bookmarked',
    'private.delivery_requests': 'second',
  },
  'is read by machines, and deleted within minutes, days or weeks': {
    'public.live_drop_counts': 'id voice_drop_id play_count like_count comment_count sent_at',
    'public.nonpublic_drop_events':
      'id voice_drop_id event created_at sent_at author_id lost_at former_audience was_flagged',
    'public.push_subscriptions': 'failures paused_until',
    'private.account_deletions': 'user_id is_hidden continued_at',
    'private.account_networks': 'user_id network joined_at',
    'private.counted_mails': 'email kind counted_at',
    'private.factor_recoveries': 'user_id tries tries_end recovered_at',
    'private.outbox':
      'id kind subject target topic recipient details reached due attempts claimed_at repeats ended_at outcome created_at',
    'private.plays': 'voice_drop_id listener is_visitor played_at',
    'private.recent_acts': 'user_id act short_count short_ends long_count long_ends',
    'private.sent_drop_changes': 'voice_drop_id sent_at',
    'private.signed_in_accounts': 'user_id',
  },
  'was deleted by the person, and waits for its removal': {
    'private.deleted_messages': 'message_id conversation_id place content clip_id deleted_at',
    'private.removed_files': 'path account_id',
    'private.removed_clips': 'name',
    'private.unread_rests': 'conversation_id up_to deleted_at',
  },
  'says about clips of messages what the messages say, which are exported': {
    'private.message_clips':
      'id account_id name size duration waveform filter_used created_at stored_at is_used removable_at',
  },
  'says who was invited by which code, which only admins see': {
    'private.invitations': 'id code_hash label uses uses_left ends_at made_by made_at',
    'private.invitation_uses': 'id invitation_id email reserved_until user_id taken_at',
  },
  'is the same for everybody': {
    'private.site_settings':
      'is_only registration announcement rules contact_email contact_text held_words',
    'private.act_limits': 'act short short_max long long_max doing done',
    'private.notification_kinds': 'kind reference switch bell push mail words',
  },
};

/** What a copy has besides the columns of `exportedTables`. */
const further: Readonly<Record<string, string>> = {
  'public.conversations': 'is_anonymous',
  'public.appeals': 'decision_id words created_on outcome answer answered_on later_decision_id',
  // By begin_export.
  'private.cases': 'subject_kind person_id opened_at closed_at details',
  'private.former_usernames': 'user_id handle left_at leads_on',
  'private.mail_addresses': 'user_id email asked_at confirmed_at refused_at active_at',
};

const columnsOf = (listed: Readonly<Record<string, string>>) =>
  Object.entries(listed).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  );

const exported = [...exportedTables, exportedConversations, exportedMessages].flatMap(
  ({ table, columns }) => columns.map((column) => `public.${table}.${column}`),
);

it('a copy of one’s data has each column of the database, or leaves it out for a reason', async () => {
  const rows = await sql<{ name: string }[]>`
    select format('%s.%s.%s', relnamespace::regnamespace, relname, attname) as name
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
    order by 1`;
  const kept = new Set([...exported, ...columnsOf(further)]);
  const left = Object.values(leftOut).flatMap(columnsOf);
  expect(left.filter((column) => kept.has(column))).toEqual([]);
  expect(left.toSorted()).toEqual([...new Set(left)].toSorted());
  const columns = new Set(rows.map(({ name }) => name));
  expect([...columns].filter((column) => !kept.has(column) && !left.includes(column))).toEqual([]);
  expect([...kept, ...left].filter((column) => !columns.has(column))).toEqual([]);
});

it('a person may read each column that a copy has', async () => {
  const rows = await sql<{ name: string }[]>`
    select format('public.%s.%s', table_name, column_name) as name
    from information_schema.column_privileges
    where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'SELECT'`;
  const readable = new Set(rows.map(({ name }) => name));
  expect(exported.filter((column) => !readable.has(column))).toEqual([]);
});
