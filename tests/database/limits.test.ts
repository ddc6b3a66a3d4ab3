import { AVATAR_MAX_PIXELS, AVATAR_MIME_TYPES, avatarPath } from '@undertone/domain/avatar';
import { GUIDELINE_RULES } from '@undertone/domain/guideline-rule';
import * as limits from '@undertone/domain/limits';
import { NOTIFICATION_KINDS } from '@undertone/domain/notification-kind';
import { CLIP_MIME_TYPES, clipPath } from '@undertone/domain/clip-path';
import { BUCKET } from '@undertone/domain/object-path';
import { PRIVACY_LEVELS } from '@undertone/domain/privacy-level';
import { REPORT_REASON_IDS } from '@undertone/domain/report-reason';
import { isReservedUsername, RESERVED_USERNAMES } from '@undertone/domain/reserved-username';
import { usernameSchema } from '@undertone/domain/username';
import { VOICE_FILTER_IDS } from '@undertone/domain/voice-filter';
import { PEAK_COUNT, PEAK_MAX } from '@undertone/voice/peaks';
import { describe, expect, it } from 'vitest';
import { breaksCheck } from './support/persona.ts';
import type { Value } from './support/factories.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

/** The values that a check constraint allows. */
const listed = async (constraint: string): Promise<string[]> => {
  const [row] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conname = ${constraint}`;
  return [...row!.definition.matchAll(/'([^']+)'::text/g)].map(([, value]) => value!);
};

const dropWith = (column: string) => (value: Value) => make.drop({ [column]: value });
const peaks = (length: number, peak = 0) => Array.from({ length }, () => peak);
const tags = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

const letters = (count: number) => 'a'.repeat(count);
/** As many code points as the database accepts for a number of characters. */
const codePoints = (characters: number) =>
  '🌒'.repeat(characters * limits.CODE_POINTS_PER_CHARACTER);
const person = (column: string) => (value: Value) => make.person({ [column]: value });

describe.each<[string, (value: Value) => Promise<unknown>, most: Value, tooMuch: Value]>([
  [
    'a description',
    dropWith('title'),
    codePoints(limits.DESCRIPTION_MAX_LENGTH),
    codePoints(limits.DESCRIPTION_MAX_LENGTH) + 'a',
  ],
  [
    'a duration',
    dropWith('duration'),
    limits.VOICE_DROP_MAX_SECONDS,
    limits.VOICE_DROP_MAX_SECONDS + 0.01,
  ],
  [
    'a duration’s shortness',
    dropWith('duration'),
    limits.VOICE_DROP_MIN_SECONDS,
    limits.VOICE_DROP_MIN_SECONDS - 0.01,
  ],
  ['hashtags', dropWith('hashtags'), tags(limits.HASHTAGS_MAX), tags(limits.HASHTAGS_MAX + 1)],
  ['a waveform’s values', dropWith('waveform'), peaks(PEAK_COUNT), peaks(PEAK_COUNT + 1)],
  [
    'a waveform’s height',
    dropWith('waveform'),
    peaks(PEAK_COUNT, PEAK_MAX),
    peaks(PEAK_COUNT, PEAK_MAX + 1),
  ],
  [
    'a bio',
    person('bio'),
    codePoints(limits.BIO_MAX_LENGTH),
    codePoints(limits.BIO_MAX_LENGTH) + 'a',
  ],
  [
    'a hashtag',
    (tag) => make.drop({ hashtags: [String(tag)] }),
    letters(limits.HASHTAG_MAX_CODE_POINTS),
    letters(limits.HASHTAG_MAX_CODE_POINTS + 1),
  ],
  [
    'a username',
    person('username'),
    letters(limits.USERNAME_MAX_LENGTH),
    letters(limits.USERNAME_MAX_LENGTH + 1),
  ],
  [
    'a username’s shortness',
    person('username'),
    letters(limits.USERNAME_MIN_LENGTH),
    letters(limits.USERNAME_MIN_LENGTH - 1),
  ],
  [
    'a clip of a comment',
    (duration) => make.voiceComment({ clip: { duration } }),
    limits.CLIP_MAX_SECONDS,
    limits.CLIP_MAX_SECONDS + 0.01,
  ],
  [
    'a comment',
    (content) => make.comment({ content: String(content) }),
    codePoints(limits.COMMENT_MAX_LENGTH),
    codePoints(limits.COMMENT_MAX_LENGTH) + 'a',
  ],
])('%s', (_limit, make, most, tooMuch) => {
  it('is accepted at the limit of packages/domain', async () => {
    await expect(make(most)).resolves.toBeDefined();
  });

  it('is refused beyond it', async () => {
    await expect(make(tooMuch)).rejects.toMatchObject(breaksCheck);
  });
});

it.each<[string, Value]>([
  ['title', ' '],
  ['duration', 0],
  ['duration', Number.NaN],
  ['hashtags', ['late night']],
  ['hashtags', ['']],
  ['hashtags', ['#night']],
  ['hashtags', ['a/b']],
  ['hashtags', ['<b>']],
  ['hashtags', ['🎤']],
  ['hashtags', ['a\u200B']],
  ['hashtags', ['a\u202Eb']],
  ['waveform', peaks(PEAK_COUNT - 1)],
  ['waveform', peaks(PEAK_COUNT, -1)],
  ['filter_used', 'helium'],
  ['privacy_level', 'friends'],
])('a drop’s %s may not be %j', async (column, value) => {
  await expect(make.drop({ [column]: value })).rejects.toMatchObject(breaksCheck);
});

it.each<[string, Value]>([
  ['duration', 0],
  ['duration', Number.NaN],
  ['waveform', peaks(PEAK_COUNT - 1)],
  ['waveform', peaks(PEAK_COUNT, -1)],
  ['filter_used', 'helium'],
  ['filter_used', null],
])('a %s of a comment’s clip may not be %j', async (column, value) => {
  await expect(make.voiceComment({ clip: { [column]: value } })).rejects.toMatchObject(breaksCheck);
});

it('the description of a report has the same limit', async () => {
  const [reporter, reported] = await make.people(2);
  const report = (description: string) =>
    queryAs(reporter)`
      insert into reports (reporter_id, reported_user_id, reason, description)
      values (${reporter.id}, ${reported.id}, 'other', ${description})`;
  const most = codePoints(limits.REPORT_DESCRIPTION_MAX_LENGTH);
  await expect(report(`${most}a`)).rejects.toMatchObject(breaksCheck);
  await expect(report('\u200B')).rejects.toMatchObject(breaksCheck);
  await expect(report(most)).resolves.toBeDefined();
});

it.each([
  ['voice_drops_privacy_level_check', PRIVACY_LEVELS],
  ['reports_reason_check', REPORT_REASON_IDS],
])('%s lists the same values as packages/domain', async (constraint, values) => {
  expect(await listed(constraint)).toEqual([...values]);
});

it('the database has the same voice filters as packages/domain', async () => {
  const [row] = await sql<{ ids: string[] }[]>`select private.voice_filters() as ids`;
  expect(row?.ids).toEqual([...VOICE_FILTER_IDS]);
});

it('the database has the same kinds of notifications as packages/domain', async () => {
  const rows = await sql`select * from private.notification_kinds`;
  const kinds = Object.entries(NOTIFICATION_KINDS).map(([kind, details]) =>
    Object.assign({ kind }, details),
  );
  expect([...rows]).toEqual(kinds);
});

it('the database reserves the same usernames as packages/domain', async () => {
  const [row] = await sql<{ words: string[] }[]>`select private.reserved_usernames() as words`;
  expect(row?.words.toSorted()).toEqual(RESERVED_USERNAMES.toSorted());
});

describe('a name', () => {
  const isFree = async (name: string) => {
    const [row] = await sql`select check_username_available(${name}) as free`;
    return row?.free;
  };

  it.each([
    'Official',
    'staff',
    'system',
    'administrator',
    'LOGIN',
    'security',
    'undertone',
    'Undertone.Support',
    '_undertone',
    'under.tone-team',
    'u_n_d_e_r_t_o_n_e',
  ])('%s is refused by the database and by packages/domain', async (name) => {
    expect(isReservedUsername(name)).toBe(true);
    expect(await isFree(name)).toBe(false);
    await expect(make.person({ username: name })).rejects.toMatchObject(breaksCheck);
  });

  it.each(['name.', '.name', 'name-', '-name'])(
    '%s is refused, since a mention leaves its dot or hyphen to the sentence',
    async (name) => {
      expect(usernameSchema.safeParse(name).success).toBe(false);
      expect(await isFree(name)).toBe(false);
      await expect(make.person({ username: name })).rejects.toMatchObject(breaksCheck);
    },
  );

  it.each(['an.undertone', '_name_', 'under', 'undertow', 'staff.room'])(
    '%s is accepted by the database and by packages/domain',
    async (name) => {
      expect(isReservedUsername(name)).toBe(false);
      expect(await isFree(name)).toBe(true);
      await expect(make.person({ username: name })).resolves.toBeDefined();
    },
  );
});

it('the database keeps notifications up to the number and age of packages/domain', async () => {
  const [row] = await sql<{ body: string }[]>`
    select prosrc as body from pg_proc where oid = 'private.delete_old_notifications'::regproc`;
  expect(row?.body).toContain(` offset ${limits.NOTIFICATIONS_KEPT_MAX - 1} `);
  expect(row?.body).toContain(`interval '${limits.NOTIFICATIONS_KEPT_DAYS} days'`);
});

it.each([
  ['private.close_case(uuid, uuid)', `now() + interval '${limits.EVIDENCE_KEPT_MONTHS} months'`],
  ['private.delete_old_cases()', `now() - interval '${limits.EVIDENCE_KEPT_MONTHS} months'`],
  ['private.delete_removed(int)', `now() - interval '${limits.REMOVED_KEPT_DAYS} days'`],
  [
    'private.record_decision(private.cases, text, text, text, timestamptz, text, uuid)',
    `interval '${limits.APPEAL_MONTHS} months'`,
  ],
  // PostgreSQL prints the body of a function that is an expression.
  ['private.is_overdue(private.cases)', `now() - '${limits.HOLD_MAX_HOURS}:00:00'::interval`],
  [
    'private.queue_decision_mail(uuid, text, uuid, uuid)',
    `then ${limits.DECISION_MAILS_MAX.unconfirmed} else ${limits.DECISION_MAILS_MAX.confirmed} end`,
  ],
])('%s has the limits of packages/domain', async (name, limit) => {
  const [row] = await sql<{ body: string }[]>`
    select coalesce(pg_get_function_sqlbody(oid), prosrc) as body from pg_proc
    where oid = ${name}::regprocedure`;
  expect(row?.body).toContain(limit);
});

it('the database has the rules of the community guidelines of packages/domain', async () => {
  expect(await listed('decisions_rule_check')).toEqual(Object.keys(GUIDELINE_RULES));
});

it('the bucket accepts the sizes and types of packages/domain', async () => {
  const [bucket] = await sql`
    select public, file_size_limit, allowed_mime_types from storage.buckets where id = ${BUCKET}`;
  expect(bucket).toEqual({
    public: false,
    file_size_limit: String(limits.VOICE_DROP_MAX_BYTES),
    // AVIF is only picked: the app converts it.
    allowed_mime_types: [...CLIP_MIME_TYPES, ...AVATAR_MIME_TYPES].filter(
      (type) => type !== 'image/avif',
    ),
  });
});

it('the bucket accepts the longest drop', () => {
  const bytes = limits.VOICE_DROP_MAX_SECONDS * limits.AUDIO_SAMPLE_RATE * 2 + 44;
  expect(bytes).toBeLessThanOrEqual(limits.VOICE_DROP_MAX_BYTES);
});

it('the policies accept uploads to the paths that packages/domain makes', async () => {
  const person = await make.person();
  const now = new Date();
  for (const path of [
    ...CLIP_MIME_TYPES.map((type) => clipPath(person.id, now, type)),
    ...AVATAR_MIME_TYPES.map((type) => avatarPath(person.id, now, type)),
  ]) {
    const [row] = await queryAs(person)`select private.is_own_object(${path}) as own`;
    expect([path, row?.own]).toEqual([path, true]);
  }
});

it.each([
  ['duration', limits.VOICE_DROP_MIN_SECONDS, limits.VOICE_DROP_MIN_SECONDS - 0.01],
  ['duration', limits.VOICE_DROP_MAX_SECONDS, limits.VOICE_DROP_MAX_SECONDS + 0.01],
  ['sampleRate', 8_000, 7_999],
  ['sampleRate', 192_000, 192_001],
  ['width', AVATAR_MAX_PIXELS, AVATAR_MAX_PIXELS + 1],
  ['height', AVATAR_MAX_PIXELS, AVATAR_MAX_PIXELS + 1],
])(
  'an upload whose bytes have a %s of %d is stored, and of %d refused',
  async (fact, least, beyond) => {
    const person = await make.person();
    await make.object(`${person.id}/1`, { [fact]: least });
    await expect(make.object(`${person.id}/2`, { [fact]: beyond })).rejects.toMatchObject({
      code: '22023',
    });
  },
);
