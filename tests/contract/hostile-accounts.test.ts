import { ACT_LIMITS, REPORTS_TO_HIDE } from '@undertone/domain/limits';
import type { PostgrestError } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { establishAccounts } from './fixtures/establish-accounts.ts';
import { signUp, visit, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';

// Attacks by accounts that were created for them.

const backend = await openBackend();
const victim = await signUp(backend, 'victim');
const stranger = await signUp(backend, 'stranger');

const nowhere = '00000000-0000-4000-8000-000000000000';

const isShown = async (drop: string) => {
  const { data } = await visit(backend).from('voice_drops').select('id').eq('id', drop);
  return data?.length === 1;
};

const signUpReporters = async (name: string): Promise<Person[]> => {
  const made = [];
  for (let count = 0; count < REPORTS_TO_HIDE; count += 1) {
    made.push(await signUp(backend, `${name}${count}`));
  }
  return made;
};

const report = (reporters: Person[], drop: string) =>
  Promise.all(
    reporters.map(({ client, id }) =>
      client
        .from('reports')
        .insert({ reporter_id: id, reported_voice_drop_id: drop, reason: 'spam' })
        .throwOnError(),
    ),
  );

it('a drop is not hidden by reports of three new accounts, which the operator can read', async () => {
  const drop = await postDrop(victim, { title: 'Stays' });
  const throwaways = await signUpReporters('throwaway');
  for (const { client, id } of throwaways) {
    await client
      .from('voice_drop_likes')
      .insert({ user_id: id, voice_drop_id: drop })
      .throwOnError();
    await client
      .from('follows')
      .insert({ follower_id: id, following_id: victim.id })
      .throwOnError();
  }
  await report(throwaways, drop);
  expect(await isShown(drop)).toBe(true);
  const answer = await fetch(
    `${backend.url}/rest/v1/reports?select=counts_to_hide&reported_voice_drop_id=eq.${drop}`,
    { headers: { apikey: backend.secretKey } },
  );
  expect(await answer.json()).toEqual(throwaways.map(() => ({ counts_to_hide: false })));
});

it('a drop is hidden by reports of three established accounts, although sign-ups need no confirmation', async () => {
  const drop = await postDrop(victim, { title: 'Goes' });
  const people = await signUpReporters('neighbour');
  await establishAccounts(backend, people);
  await report(people.slice(1), drop);
  expect(await isShown(drop)).toBe(true);
  await report(people.slice(0, 1), drop);
  expect(await isShown(drop)).toBe(false);
});

describe('an account that knows the ids of hidden rows', () => {
  const pick = (error: PostgrestError | null) =>
    error && {
      code: error.code,
      message: error.message,
      details: error.details,
      hint: error.hint,
    };
  const answerTo = async (table: string, row: object) => {
    const { data, error, status } = await stranger.client.from(table).insert<object>(row);
    return { data, status, ...pick(error) };
  };

  it.each(['private', 'followers'])(
    'gets the same answers for a %s drop and its comments as for rows that do not exist',
    async (privacy_level) => {
      const drop = await postDrop(victim, { title: 'Hidden', privacy_level });
      const { data: comment } = await victim.client
        .from('voice_drop_comments')
        .insert({ voice_drop_id: drop, user_id: victim.id, content: 'Mine' })
        .select('id')
        .single()
        .throwOnError();
      const mine = { user_id: stranger.id };
      const rows = (dropId: string, commentId: string): [string, object][] => [
        [
          'voice_drop_comments',
          { ...mine, voice_drop_id: dropId, parent_comment_id: commentId, content: 'Hm' },
        ],
        ['voice_drop_comments', { ...mine, voice_drop_id: dropId, content: 'Hm' }],
        ['voice_drop_comment_likes', { ...mine, comment_id: commentId }],
        ['voice_drop_likes', { ...mine, voice_drop_id: dropId }],
        ['bookmarks', { ...mine, voice_drop_id: dropId }],
        ['reports', { reporter_id: stranger.id, reported_voice_drop_id: dropId, reason: 'spam' }],
      ];
      const answers = async (dropId: string, commentId: string) =>
        Promise.all(rows(dropId, commentId).map(([table, row]) => answerTo(table, row)));
      const hidden = await answers(drop, comment?.id);
      expect(hidden.map(({ status }) => status)).toEqual(hidden.map(() => 403));
      expect(await answers(nowhere, nowhere)).toEqual(hidden);
      expect(await answers(drop, nowhere)).toEqual(hidden);
    },
  );

  it('gets the same answer for a follow of an account that blocked it as for one that does not exist', async () => {
    const blocker = await signUp(backend, 'blocker');
    await blocker.client
      .from('blocks')
      .insert({ blocker_id: blocker.id, blocked_id: stranger.id })
      .throwOnError();
    const follow = (id: string) =>
      answerTo('follows', { follower_id: stranger.id, following_id: id });
    expect(await follow(blocker.id)).toMatchObject({ status: 403 });
    expect(await follow(nowhere)).toEqual(await follow(blocker.id));
  });
});

it('an account that likes one drop repeatedly is refused with 429 and a message for people', async () => {
  const drop = await postDrop(victim, { title: 'Again' });
  const { client, id } = await signUp(backend, 'eager');
  const likes = client.from('voice_drop_likes');
  for (let given = 0; given < ACT_LIMITS.like['1 minute']; given += 1) {
    await likes.insert({ user_id: id, voice_drop_id: drop }).throwOnError();
    await likes.delete().eq('voice_drop_id', drop).throwOnError();
  }
  expect(await likes.insert({ user_id: id, voice_drop_id: drop })).toMatchObject({
    status: 429,
    error: { code: 'PT429', message: 'You are liking very fast. Please wait a minute.' },
  });
});
