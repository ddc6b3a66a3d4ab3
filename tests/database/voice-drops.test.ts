import { describe, expect, it } from 'vitest';
import {
  alreadyThere,
  breaksCheck,
  breaksReference,
  errorOf,
  refused,
  type Person,
  type Persona,
} from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

const post = (persona: Persona, owner: Person, path: string) =>
  queryAs(persona)`
    insert into voice_drops (user_id, audio_url, duration)
    values (${owner.id}, ${`/storage/v1/object/voice-drops/${path}`}, 1)`;

describe('posting', () => {
  it('a person posts a drop with the spec’s columns, and the others have their defaults', async () => {
    const owner = await make.person();
    const path = await make.clip(owner);
    const url = `http://localhost:3000/storage/v1/object/public/voice-drops/${path}`;
    const [drop] = await queryAs(owner)`
      insert into voice_drops (user_id, title, audio_url, duration)
      values (${owner.id}, 'Hello', ${url}, 9.25)
      returning id, title, audio_url, audio_path, duration, filter_used, hashtags, privacy_level,
        waveform, voice_drops.play_count, voice_drops.like_count, voice_drops.comment_count`;
    expect(drop).toMatchObject({
      audio_url: `/storage/v1/object/voice-drops/${path}`,
      audio_path: path,
      duration: 9.25,
      filter_used: 'original',
      hashtags: [],
      privacy_level: 'public',
      waveform: Array.from({ length: 100 }, () => 0),
      play_count: '0',
      like_count: '0',
      comment_count: '0',
    });
  });

  it('a drop is as long as its file, whatever the client states', async () => {
    const owner = await make.person();
    const path = `${owner.id}/1.wav`;
    await make.object(path, { mimetype: 'audio/wav', size: 1, duration: 150.5 });
    await post(owner, owner, path);
    const [drop] = await sql`select duration from voice_drops where audio_path = ${path}`;
    expect(drop).toEqual({ duration: 150.5 });
  });

  it('a person cannot post in another’s name', async () => {
    const owner = await make.person();
    const path = await make.clip(owner);
    await expect(post(await make.person(), owner, path)).rejects.toMatchObject(refused);
  });

  it('a person cannot post another’s audio', async () => {
    const other = await make.person();
    const path = await make.clip(await make.person());
    await expect(post(other, other, path)).rejects.toMatchObject(breaksCheck);
  });

  it('a drop needs audio that has been uploaded', async () => {
    const owner = await make.person();
    await expect(post(owner, owner, `${owner.id}/none.wav`)).rejects.toMatchObject(breaksReference);
  });

  it.each(['one’s own', 'their'])(
    'posting another’s audio in %s name does not reveal whether the file exists',
    async (whose) => {
      const [owner, other] = await make.people(2);
      const resultOf = (path: string) =>
        errorOf(post(other, whose === 'their' ? owner : other, path));
      expect(await resultOf(await make.clip(owner))).toEqual(
        await resultOf(`${owner.id}/missing.wav`),
      );
    },
  );

  it('an image cannot be posted', async () => {
    const owner = await make.person();
    const path = `${owner.id}/picture.png`;
    await make.object(path, { mimetype: 'image/png', size: 10 });
    await expect(post(owner, owner, path)).rejects.toMatchObject(breaksReference);
  });

  it('audio on another server cannot be posted', async () => {
    const owner = await make.person();
    await expect(
      queryAs(owner)`
        insert into voice_drops (user_id, audio_url, duration)
        values (${owner.id}, 'https://elsewhere.example/clip.wav', 1)`,
    ).rejects.toMatchObject(breaksReference);
  });

  it('audio can be posted only once', async () => {
    const { owner, path } = await make.drop();
    await expect(post(owner, owner, path)).rejects.toMatchObject(alreadyThere);
  });
});

describe('changing a drop', () => {
  it('its owner changes title, hashtags and privacy', async () => {
    const drop = await make.drop();
    const [changed] = await queryAs(drop.owner)`
      update voice_drops set title = 'Anew', hashtags = '{night}', privacy_level = 'private'
      where id = ${drop.id} returning title, hashtags, privacy_level`;
    expect(changed).toEqual({ title: 'Anew', hashtags: ['night'], privacy_level: 'private' });
  });

  it('a person cannot change another’s drop', async () => {
    const drop = await make.drop();
    const other = await make.person();
    const result = await queryAs(other)`
      update voice_drops set title = 'Mine' where id = ${drop.id}`;
    expect(result.count).toBe(0);
  });
});

describe('deleting a drop', () => {
  it('its owner deletes it, with its likes, comments, bookmarks and notifications', async () => {
    const drop = await make.drop();
    const fan = await make.person();
    await make.like(fan, drop);
    const comment = await make.comment({ on: drop, author: fan });
    await make.comment({ replyTo: comment });
    await make.bookmark(fan, drop);
    const result = await queryAs(drop.owner)`delete from voice_drops where id = ${drop.id}`;
    expect(result.count).toBe(1);
    const [left] = await sql`
      select
        (select count(*)::int from voice_drop_likes where voice_drop_id = ${drop.id})
        + (select count(*)::int from voice_drop_comments where voice_drop_id = ${drop.id})
        + (select count(*)::int from bookmarks where voice_drop_id = ${drop.id})
        + (select count(*)::int from notifications where recipient_id = ${drop.owner.id}) as rows`;
    expect(left).toEqual({ rows: 0 });
  });
});
