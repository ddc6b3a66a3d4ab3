import { describe, expect, it } from 'vitest';
import type { Drop, VoiceComment } from './support/factories.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import {
  alreadyThere,
  breaksCheck,
  breaksReference,
  errorOf,
  refused,
  type Persona,
  type Person,
} from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const urlOf = (path: string) => `/storage/v1/object/voice-drops/${path}`;

const reply = (
  author: Person,
  drop: Drop,
  { path, content = '', as = author }: { path: string | null; content?: string; as?: Person },
) =>
  queryAs(author)`
    insert into voice_drop_comments ${sql({
      voice_drop_id: drop.id,
      user_id: as.id,
      content,
      ...(path !== null && {
        audio_url: urlOf(path),
        duration: 4,
        waveform: Array.from({ length: 100 }, () => 1),
        filter_used: 'veil',
      }),
    })} returning content, audio_url, audio_path, duration`;

const loads = async (persona: Persona, { path }: { path: string }) =>
  (await queryAs(persona)`select from storage.objects where name = ${path}`).length === 1;

const reads = async (persona: Persona, { id }: VoiceComment) =>
  (await queryAs(persona)`select from voice_drop_comments where id = ${id}`).length === 1;

const isStored = async ({ path }: { path: string }) =>
  (await sql`select from storage.objects where name = ${path}`).length === 1;

describe('a comment by voice', () => {
  it('has a clip of its author, words or none, and the length of its file', async () => {
    const author = await make.person();
    const path = `${author.id}/1.mp3`;
    await make.object(path, { mimetype: 'audio/mpeg', size: 1, duration: 5.5 });
    const [posted] = await reply(author, await make.drop(), { path, content: ' \n' });
    expect(posted).toEqual({
      content: '',
      audio_url: urlOf(path),
      audio_path: path,
      duration: 5.5,
    });
    const [spoken] = await reply(author, await make.drop(), {
      path: await make.clip(author),
      content: 'Listen',
    });
    expect(spoken).toMatchObject({ content: 'Listen', duration: 4 });
  });

  it.each<[string, object, (author: Person, drop: Drop) => Promise<unknown>]>([
    ['words nor clip', breaksCheck, (author, drop) => reply(author, drop, { path: null })],
    [
      'an uploaded file',
      breaksReference,
      (author, drop) => reply(author, drop, { path: `${author.id}/none.mp3` }),
    ],
    [
      'a clip of its own',
      breaksCheck,
      async (author, drop) => reply(author, drop, { path: await make.clip(drop.owner) }),
    ],
    [
      'an author who is the caller',
      refused,
      async (author, drop) =>
        reply(author, drop, { path: await make.clip(drop.owner), as: drop.owner }),
    ],
    [
      'at most 71 seconds, as its file has',
      breaksCheck,
      async (author, drop) => {
        const path = `${author.id}/1.mp3`;
        await make.object(path, { mimetype: 'audio/mpeg', size: 1, duration: 71.5 });
        return reply(author, drop, { path });
      },
    ],
  ])('is refused without %s', async (_what, error, post) => {
    await expect(post(await make.person(), await make.drop())).rejects.toMatchObject(error);
  });

  it('does not reveal whether another’s file exists', async () => {
    const [author, drop] = [await make.person(), await make.drop()];
    const resultOf = (path: string) => errorOf(reply(author, drop, { path }));
    expect(await resultOf(drop.path)).toEqual(await resultOf(`${drop.owner.id}/missing.mp3`));
  });

  it('cannot share its clip with another comment or a drop', async () => {
    const { author, path, drop } = await make.voiceComment();
    await expect(reply(author, drop, { path })).rejects.toMatchObject(alreadyThere);
    const post = queryAs(author)`
      insert into voice_drops (user_id, audio_url, duration) values (${author.id}, ${urlOf(path)}, 1)`;
    await expect(post).rejects.toMatchObject(alreadyThere);
    const own = reply(drop.owner, drop, { path: drop.path });
    await expect(own).rejects.toMatchObject(alreadyThere);
  });

  it('is refused, by the drop’s owner as well, where the owner has switched that off', async () => {
    const spoken = await make.voiceComment();
    const { drop } = spoken;
    const other = await make.person();
    const allow = (persona: Person, allowed: boolean) =>
      queryAs(
        persona,
      )`update voice_drops set allows_voice_replies = ${allowed} where id = ${drop.id}`;
    expect((await allow(other, false)).count).toBe(0);
    expect((await allow(drop.owner, false)).count).toBe(1);
    for (const person of [other, drop.owner]) {
      const path = await make.clip(person);
      await expect(reply(person, drop, { path })).rejects.toMatchObject(refused);
      expect(await reply(person, drop, { path: null, content: 'Words' })).toHaveLength(1);
    }
    expect(await loads(other, spoken)).toBe(true);
    await allow(drop.owner, true);
    expect(await reply(other, drop, { path: await make.clip(other) })).toHaveLength(1);
  });

  it('notifies without words, and says that it is a clip', async () => {
    const { drop, author } = await make.voiceComment();
    const notifications = await queryAs(drop.owner)`select id, content from notifications`;
    expect(notifications).toMatchObject([{ content: null }]);
    const [row] = await sql`
      select private.notification_message(${notifications[0]?.id}, ${drop.owner.id}, 'aal1') as message`;
    expect(row?.message).toMatchObject({
      kind: 'comment',
      actor: author.username,
      words: null,
      isVoice: true,
    });
  });
});

describe('the clip of a comment', () => {
  it.each([
    {
      level: 'public',
      by: ['visitor', 'owner', 'other', 'follower', 'author', 'reader who mutes nobody'],
    },
    { level: 'followers', by: ['owner', 'follower', 'author'] },
    { level: 'private', by: ['owner', 'author'] },
    { level: 'flagged', by: ['owner', 'author', 'reader who sees flagged drops'] },
  ])('can be loaded by those who can read the comment on a $level drop', async ({ level, by }) => {
    const spoken = await make.voiceComment();
    const { drop, author } = spoken;
    const around = await peopleAround(make, drop);
    const [muting, blocking, calm] = await make.people(3);
    const unfazed = await make.person({ block_inappropriate: false });
    await sql`
      insert into mutes (user_id, kind, subject) values (${muting.id}, 'person', ${author.id})`;
    await make.block(blocking, author);
    const people = {
      ...around,
      author,
      'reader who mutes the author': muting,
      'reader who has blocked the author': blocking,
      ...(level === 'public' && { 'reader who mutes nobody': calm }),
      ...(level === 'flagged' && { 'reader who sees flagged drops': unfazed }),
    };
    await sql`
      update voice_drops set ${sql(level === 'flagged' ? { is_flagged: true } : { privacy_level: level })}
      where id = ${drop.id}`;
    expect(await namesWhere(people, (persona) => reads(persona, spoken))).toEqual(by);
    expect(await namesWhere(people, (persona) => loads(persona, spoken))).toEqual(by);
  });

  it('is neither changed nor removed while it is posted', async () => {
    const { author, path } = await make.voiceComment();
    const change = queryAs(author)`
      update storage.objects set version = 'other' where name = ${path}`;
    expect((await change).count).toBe(0);
    const remove = queryAs(author)`delete from storage.objects where name = ${path}`;
    expect((await remove).count).toBe(0);
    const move = sql`update storage.objects set name = ${`${author.id}/x.mp3`} where name = ${path}`;
    await expect(move).rejects.toMatchObject(refused);
  });

  const deletions: Record<string, (spoken: VoiceComment) => PromiseLike<unknown>> = {
    'by its author': ({ author, id }) =>
      queryAs(author)`delete from voice_drop_comments where id = ${id}`,
    'by the drop’s owner': ({ drop, id }) =>
      queryAs(drop.owner)`delete from voice_drop_comments where id = ${id}`,
    'with the drop': ({ drop }) =>
      queryAs(drop.owner)`delete from voice_drops where id = ${drop.id}`,
    'with the author’s account': ({ author }) =>
      sql`delete from auth.users where id = ${author.id}`,
  };

  it.each(Object.entries(deletions))(
    'is deleted with the comment: %s',
    async (_how, deleteComment) => {
      const [spoken, kept] = [await make.voiceComment(), await make.voiceComment()];
      await deleteComment(spoken);
      expect([await isStored(spoken), await isStored(kept)]).toEqual([false, true]);
    },
  );
});

describe('a reported comment', () => {
  const evidence = () => sql`
    select subject_kind, subject_id, author_id, content, bucket, path, position from report_evidence`;

  it('is kept as evidence as it was, which only the operator reads', async () => {
    const spoken = await make.voiceComment({ content: 'Vile' });
    const reporter = await make.person();
    await queryAs(reporter)`
      insert into reports (reporter_id, reported_comment_id, reason)
      values (${reporter.id}, ${spoken.id}, 'harassment')`;
    const kept = {
      subject_kind: 'comment',
      subject_id: spoken.id,
      author_id: spoken.author.id,
      content: 'Vile',
      bucket: 'voice-drops',
      path: spoken.path,
      position: 0,
    };
    expect([...(await evidence())]).toEqual([kept]);
    for (const persona of ['visitor', reporter, spoken.author, spoken.drop.owner] as const) {
      await expect(queryAs(persona)`select from report_evidence`).rejects.toMatchObject(refused);
    }
    await queryAs(spoken.author)`delete from voice_drop_comments where id = ${spoken.id}`;
    expect(await sql`select from reports`).toHaveLength(1);
    expect([...(await evidence())]).toEqual([kept]);
  });

  it('keeps its file while there is evidence, of which its author notices nothing', async () => {
    const spoken = await make.voiceComment();
    const { author, path } = spoken;
    for (const reporter of await make.people(2)) await make.reportComment(reporter, spoken);
    await queryAs(author)`delete from voice_drop_comments where id = ${spoken.id}`;
    expect(await isStored(spoken)).toBe(true);
    for (const persona of ['visitor', author, spoken.drop.owner] as const) {
      expect(await loads(persona, spoken)).toBe(false);
    }
    const unused = await queryAs(author)`select unused_uploads()`;
    expect(unused).toHaveLength(0);
    expect((await queryAs(author)`delete from storage.objects where name = ${path}`).count).toBe(0);
    const expire = (count: number) => sql`
      update report_evidence set kept_until = now()
      where id in (select id from report_evidence limit ${count})`;
    await expire(1);
    await sql`select private.delete_expired()`;
    expect(await isStored(spoken)).toBe(true);
    await expire(1);
    await sql`select private.delete_expired()`;
    expect(await isStored(spoken)).toBe(false);
    expect(await evidence()).toHaveLength(0);
  });

  it('leaves its path as one that nobody has reported: not to be used again', async () => {
    const answers = [];
    for (const isReported of [false, true]) {
      const spoken = await make.voiceComment();
      const { author, path, drop } = spoken;
      if (isReported) await make.reportComment(await make.person(), spoken);
      await queryAs(author)`delete from voice_drop_comments where id = ${spoken.id}`;
      const other = await make.clip(author, 'audio/mpeg');
      answers.push([
        await errorOf(
          queryAs(author)`
            insert into storage.objects (bucket_id, name, metadata)
            values ('voice-drops', ${path}, '{"mimetype": "audio/mpeg"}')`,
        ),
        await errorOf(
          queryAs(author)`update storage.objects set name = ${path} where name = ${other}`,
        ),
        await errorOf(reply(author, drop, { path })),
      ]);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).toMatchObject([refused, refused, breaksReference]);
  });

  it('that is still there keeps its file when the evidence expires', async () => {
    const spoken = await make.voiceComment();
    await make.reportComment(await make.person(), spoken);
    await sql`delete from report_evidence`;
    expect(await isStored(spoken)).toBe(true);
  });
});
