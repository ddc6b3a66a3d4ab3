import { randomUUID } from 'node:crypto';
import {
  CLIP_MAX_SECONDS,
  DAILY_MESSAGE_CLIPS_MAX_BYTES,
  MESSAGE_CLIP_MAX_BYTES,
  UNUSED_UPLOADS_MAX,
  UNUSED_UPLOADS_MAX_BYTES,
  VOICE_DROP_MIN_SECONDS,
} from '@undertone/domain/limits';
import type { Sql } from 'postgres';
import { describe, expect, it } from 'vitest';
import { conversationsOf } from './support/conversations.ts';
import { breaksCheck, refused, type Person, type Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

interface Clip {
  readonly id?: string;
  readonly type?: string;
  readonly size?: number;
  readonly duration?: number;
}

const peaks = Array.from({ length: 100 }, () => 50);

/** Begins an upload as the function does. @returns the name of its object, and whether it is stored */
async function begin(persona: Persona, clip: Clip = {}) {
  const { id = randomUUID(), type = 'audio/mpeg', size = 1000, duration = 5 } = clip;
  const [row] = await queryAs(persona)`
    select * from begin_message_clip(
      ${id}, ${type}, ${size}, ${duration}, ${peaks}, 'veil'
    )`;
  return { name: String(row?.name), isStored: row?.is_stored === true };
}

/** Runs a statement of the server on behalf of a persona. */
const serve = (persona: Persona, work: (sql: Sql) => PromiseLike<unknown>) =>
  database.as(persona, async () => {
    await sql`select set_config('role', 'none', true)`;
    await work(sql);
  });

/** Writes the object of a clip, as the storage service does for the function. */
const store = (name: string, metadata: Record<string, string | number> = {}) =>
  serve(
    'visitor',
    (sql) => sql`
      insert into storage.objects (bucket_id, name, owner_id, metadata)
      values (
        'messages', ${name}, 'server',
        ${sql.json({ mimetype: name.endsWith('mp3') ? 'audio/mpeg' : 'audio/wav', ...metadata })}
      )`,
  );

const upload = async (person: Person, clip: Clip = {}) => {
  const id = clip.id ?? randomUUID();
  const { name } = await begin(person, { ...clip, id });
  await store(name);
  return { id, name };
};

const use = (person: Person, id: string) =>
  serve(person, (sql) => sql`select private.use_message_clip(${id})`);

const conflict = { code: 'PT409' };
const tooMany = { code: 'PT429' };

describe('a clip', () => {
  it('has a random name with the extension of its type', async () => {
    const person = await make.person();
    const [one, other] = [await begin(person), await begin(person, { type: 'audio/wav' })];
    expect(one.name).toMatch(/^[0-9a-f-]{36}\.mp3$/);
    expect(other.name).toMatch(/^[0-9a-f-]{36}\.wav$/);
    expect(one.name.slice(0, 8)).not.toBe(other.name.slice(0, 8));
  });

  it('that is uploaded again by its id is the same clip, and is counted once', async () => {
    const person = await make.person();
    const id = randomUUID();
    const first = await begin(person, { id });
    expect(await begin(person, { id })).toEqual(first);
    await store(first.name);
    expect(await begin(person, { id })).toEqual({ name: first.name, isStored: true });
    const [row] = await sql`
      select short_count from private.recent_acts
      where user_id = ${person.id} and act = 'message clip'`;
    expect(row?.short_count).toBe(1);
  });

  it('of somebody else’s id is refused', async () => {
    const [person, other] = await make.people(2);
    const { id } = await upload(person);
    await expect(begin(other, { id })).rejects.toMatchObject(conflict);
  });

  it.each([
    ['size', MESSAGE_CLIP_MAX_BYTES, MESSAGE_CLIP_MAX_BYTES + 1],
    ['duration', CLIP_MAX_SECONDS, CLIP_MAX_SECONDS + 0.01],
    ['duration', VOICE_DROP_MIN_SECONDS, VOICE_DROP_MIN_SECONDS - 0.01],
  ])('may have a %s of %d, not of %d', async (fact, most, beyond) => {
    const person = await make.person();
    await expect(begin(person, { [fact]: most })).resolves.toBeDefined();
    await expect(begin(person, { [fact]: beyond })).rejects.toMatchObject(breaksCheck);
  });

  it('is begun by signed-in accounts with their second factor only', async () => {
    const person = await make.person();
    await make.factor(person);
    await expect(begin('visitor')).rejects.toMatchObject(refused);
    await expect(begin(person)).rejects.toMatchObject(refused);
    await expect(begin({ ...person, aal: 'aal2' })).resolves.toBeDefined();
  });

  it('is used by its owner, once it is stored, for one message', async () => {
    const [person, other] = await make.people(2);
    const id = randomUUID();
    const { name } = await begin(person, { id });
    await expect(use(person, id)).rejects.toMatchObject(conflict);
    await store(name);
    await expect(use(other, id)).rejects.toMatchObject(conflict);
    await use(person, id);
    await expect(use(person, id)).rejects.toMatchObject(conflict);
  });
});

describe('the clips of an account', () => {
  const fill = async (
    person: Person,
    clips: { size: number; isUsed?: boolean; age?: string }[],
  ) => {
    for (const { size, isUsed = false, age = '0' } of clips) {
      await sql`
        insert into private.message_clips
          (id, account_id, name, size, duration, waveform, filter_used, created_at, is_used, removable_at)
        values (${randomUUID()}, ${person.id}, ${randomUUID()}, ${size}, 1, ${peaks}, 'veil',
          now() - ${age}::interval, ${isUsed}, ${isUsed ? null : sql`now() + interval '1 day'`})`;
    }
  };
  const many = (count: number, clip: { size: number; isUsed?: boolean; age?: string }) =>
    Array.from({ length: count }, () => clip);

  it('that no message uses are limited in number', async () => {
    const person = await make.person();
    await fill(person, many(UNUSED_UPLOADS_MAX - 1, { size: 1 }));
    await begin(person);
    await expect(begin(person)).rejects.toMatchObject(tooMany);
  });

  it('that no message uses are limited in bytes, and may be uploaded again at the limit', async () => {
    const person = await make.person();
    const size = MESSAGE_CLIP_MAX_BYTES;
    await fill(person, many(Math.floor(UNUSED_UPLOADS_MAX_BYTES / size) - 1, { size }));
    const id = randomUUID();
    await begin(person, { id, size });
    await expect(begin(person, { size })).rejects.toMatchObject(tooMany);
    await expect(begin(person, { id, size })).resolves.toBeDefined();
  });

  it('of a day are limited in bytes', async () => {
    const person = await make.person();
    const size = MESSAGE_CLIP_MAX_BYTES;
    const most = Math.floor(DAILY_MESSAGE_CLIPS_MAX_BYTES / size);
    await fill(person, many(9, { size, isUsed: true, age: '25 hours' }));
    await fill(person, many(most - 1, { size, isUsed: true }));
    await begin(person, { size });
    await expect(begin(person, { size })).rejects.toMatchObject(tooMany);
  });
});

describe('the object of a clip', () => {
  const objectOf = async (name: string) => {
    const [row] = await sql`
      select owner, owner_id, metadata,
        array(select distinct extract(epoch from at)::int % 300
          from unnest(array[created_at, updated_at, last_accessed_at]) as at) as remainders
      from storage.objects where bucket_id = 'messages' and name = ${name}`;
    return row;
  };

  it('does not say who has uploaded it, or when more finely than in five minutes', async () => {
    const person = await make.person();
    const { name } = await begin(person);
    await store(name, { lastModified: '2026-11-20T10:03:27.123Z', size: 10 });
    const withheld = { owner: null, owner_id: null, remainders: [0] };
    expect(await objectOf(name)).toMatchObject({
      ...withheld,
      metadata: { lastModified: expect.stringMatching(/^[\d-]{10}T\d\d:\d[05]:00Z$/) },
    });
    await sql`update storage.objects set owner_id = 'server' where name = ${name}`;
    expect(await objectOf(name)).toMatchObject(withheld);
  });

  it('decides the length and the size of the clip', async () => {
    const person = await make.person();
    const { name } = await begin(person, { duration: 60 });
    await store(name, { duration: 2.5, size: 777 });
    const [clip] = await sql`
      select duration, size from private.message_clips where name = ${name}`;
    expect(clip).toEqual({ duration: 2.5, size: '777' });
  });

  it('is refused without a clip, and with the type of another extension', async () => {
    await expect(store(`${randomUUID()}.mp3`)).rejects.toMatchObject(refused);
    const { name } = await begin(await make.person(), { type: 'audio/wav' });
    await expect(store(name, { mimetype: 'audio/mpeg' })).rejects.toMatchObject(refused);
  });

  it('is read, written and removed by no account', async () => {
    const person = await make.person();
    const { name } = await upload(person);
    for (const persona of [person, 'visitor'] as const) {
      expect(await queryAs(persona)`select from storage.objects where name = ${name}`).toHaveLength(
        0,
      );
    }
    const { name: another } = await begin(person);
    await expect(
      queryAs(
        person,
      )`insert into storage.objects (bucket_id, name) values ('messages', ${another})`,
    ).rejects.toMatchObject(refused);
    const changed = await queryAs(person)`
      update storage.objects set name = 'mine' where bucket_id = 'messages'`;
    expect(changed.count).toBe(0);
    const removed = await queryAs(person)`delete from storage.objects where bucket_id = 'messages'`;
    expect(removed.count).toBe(0);
  });
});

describe('the clip of a message can be played', () => {
  const { open, send, clip, call, remove, talk } = conversationsOf(database);
  const plays = async (persona: Persona, { id }: { id: string }) => {
    const rows = await queryAs(persona)`select * from playable_message_clips(${[id]})`;
    expect(rows.every(({ message, name }) => message === id && String(name).endsWith('.mp3'))).toBe(
      true,
    );
    return rows.length === 1;
  };
  const talkByVoice = async () => {
    const { ann, bob, conversation } = await talk();
    const message = await send(ann, conversation, { clip: await clip(ann) });
    return { ann, bob, conversation, message };
  };

  it('by both members, and by nobody else', async () => {
    const { ann, bob, message } = await talkByVoice();
    expect(await plays(ann, message)).toBe(true);
    expect(await plays(bob, message)).toBe(true);
    expect(await plays(await make.person(), message)).toBe(false);
    await expect(plays('visitor', message)).rejects.toMatchObject(refused);
  });

  it('by the recipient of a request only once it is accepted', async () => {
    const [ann, bob] = await make.people(2);
    const conversation = await open(ann, bob);
    const message = await send(ann, conversation, { clip: await clip(ann) });
    expect(await plays(ann, message)).toBe(true);
    expect(await plays(bob, message)).toBe(false);
    await call(bob, 'accept_conversation', conversation);
    expect(await plays(bob, message)).toBe(true);
  });

  it('by nobody once it is deleted for both, nor by a side that has deleted it for itself', async () => {
    const { ann, bob, conversation, message } = await talkByVoice();
    await remove(bob, message, false);
    expect([await plays(ann, message), await plays(bob, message)]).toEqual([true, false]);
    await remove(ann, message, true);
    expect(await plays(ann, message)).toBe(false);
    const another = await send(ann, conversation, { clip: await clip(ann) });
    await call(bob, 'delete_conversation', conversation);
    expect([await plays(ann, another), await plays(bob, another)]).toEqual([true, false]);
  });

  it('no more by an account that its sender has blocked', async () => {
    const { ann, bob, message } = await talkByVoice();
    await make.block(ann, bob);
    expect([await plays(ann, message), await plays(bob, message)]).toEqual([true, false]);
  });

  it('by an account with a second factor only with it', async () => {
    const { bob, message } = await talkByVoice();
    await make.factor(bob);
    expect(await plays(bob, message)).toBe(false);
    expect(await plays({ ...bob, aal: 'aal2' }, message)).toBe(true);
  });
});

describe('the server removes', () => {
  const remove = async () => {
    const rows = await sql<{ name: string }[]>`select remove_message_clips() as name`;
    return rows.map(({ name }) => name);
  };
  const hoursPass = (id: string, hours: number) => sql`
    update private.message_clips
    set removable_at = removable_at - make_interval(hours => ${hours}) where id = ${id}`;

  it('a clip that no message has used for a day, and asks again until its object is gone', async () => {
    const { id, name } = await upload(await make.person());
    await hoursPass(id, 23);
    expect(await remove()).not.toContain(name);
    await hoursPass(id, 1);
    expect(await remove()).toContain(name);
    expect(await remove()).toContain(name);
    await sql`delete from storage.objects where name = ${name}`;
    expect(await remove()).not.toContain(name);
  });

  it('a used clip only once it was released and the time is over', async () => {
    const person = await make.person();
    const { id, name } = await upload(person);
    await use(person, id);
    await hoursPass(id, 1000);
    expect(await remove()).not.toContain(name);
    await sql`select private.release_message_clips(${[id]}, '7 days')`;
    await hoursPass(id, 7 * 24 - 1);
    expect(await remove()).not.toContain(name);
    await hoursPass(id, 1);
    expect(await remove()).toContain(name);
  });

  it('no object that is evidence of a report, which its sender does not notice', async () => {
    const person = await make.person();
    const { id, name } = await upload(person);
    await hoursPass(id, 24);
    await sql`
      insert into report_evidence (case_id, subject_kind, subject_id, bucket, path, written_at)
      values (gen_random_uuid(), 'message', gen_random_uuid(), 'messages', ${name}, now())`;
    expect(await remove()).not.toContain(name);
    expect(await begin(person, { id })).toMatchObject({ isStored: false });
    await sql`delete from report_evidence`;
    expect(await remove()).toContain(name);
  });

  it('no clip that is uploaded again meanwhile: the second upload has a new name', async () => {
    const person = await make.person();
    const { id, name } = await upload(person);
    await hoursPass(id, 24);
    await remove();
    const again = await begin(person, { id });
    expect(again).toEqual({ name: expect.not.stringContaining(name), isStored: false });
    await store(again.name);
    expect(await remove()).not.toContain(again.name);
  });
});

it('a deleted account leaves only the clips that messages use, without saying whose they were', async () => {
  const person = await make.person();
  const [used, unused] = [await upload(person), await upload(person)];
  await use(person, used.id);
  for (let left: unknown = true; left === true;) {
    const [row] = await sql`select delete_account_rows(${person.id}) as left`;
    left = row?.left;
  }
  expect([...(await sql`select remove_message_clips() as name`)]).toEqual([{ name: unused.name }]);
  const [clip] = await sql`
    select account_id from private.message_clips where id = ${used.id}`;
  expect(clip).toEqual({ account_id: null });
});

it('no account runs what is for the server', async () => {
  const person = await make.person();
  await expect(queryAs(person)`select remove_message_clips()`).rejects.toMatchObject(refused);
  await expect(queryAs('visitor')`select remove_message_clips()`).rejects.toMatchObject(refused);
});
