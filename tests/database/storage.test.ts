import { AVATAR_MAX_BYTES } from '@undertone/domain/avatar';
import { describe, expect, it } from 'vitest';
import { breaksReference, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { namesWhere, peopleAround } from './support/people-around.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs, sql } = openTestDatabase();

const loads = async (persona: Persona, path: string) => {
  const rows = await queryAs(persona)`select name from storage.objects where name = ${path}`;
  return rows.length === 1;
};

/** The types of clips and the extensions of their names. */
const clips = [
  ['audio/mpeg', 'mp3'],
  ['audio/wav', 'wav'],
] as const;

const upload = (persona: Persona, path: string, bucket = 'voice-drops') =>
  queryAs(persona)`insert into storage.objects (bucket_id, name) values (${bucket}, ${path})`;

/** Uploads a file whose type the server knows. */
const uploadAs = (mimetype: string, persona: Persona, path: string) =>
  queryAs(persona)`
    insert into storage.objects (bucket_id, name, metadata)
    values ('voice-drops', ${path}, ${sql.json({ mimetype })})`;

const remove = async (persona: Persona, path: string) =>
  (await queryAs(persona)`delete from storage.objects where name = ${path}`).count;

const move = async (persona: Persona, path: string, target: string) =>
  (await queryAs(persona)`update storage.objects set name = ${target} where name = ${path}`).count;

const uploadedAvatar = async (owner: Person, size = 1000, mimetype = 'image/png') => {
  const path = `avatars/${owner.id}_1770000000000.png`;
  await make.object(path, { mimetype, size });
  return path;
};

const showAvatar = (owner: Person, path: string | null) =>
  queryAs(owner)`
    update profiles set avatar_url = ${path && `/storage/v1/object/voice-drops/${path}`}
      where user_id = ${owner.id}`;

const avatar = async (owner: Person, size?: number, mimetype?: string) => {
  const path = await uploadedAvatar(owner, size, mimetype);
  await showAvatar(owner, path);
  return path;
};

describe.each(clips)('the audio of a drop, of the type %s', (type) => {
  it.each([
    { level: 'public', by: ['visitor', 'owner', 'other', 'follower'] },
    { level: 'followers', by: ['owner', 'follower'] },
    { level: 'private', by: ['owner'] },
  ])('can be loaded by $by if the drop is $level', async ({ level, by }) => {
    const drop = await make.drop({ privacy_level: level }, undefined, type);
    const people = await peopleAround(make, drop);
    const loading = await namesWhere(people, (persona) => loads(persona, drop.path));
    expect(loading).toEqual(by);
  });

  it('can no longer be loaded by others once the drop is private', async () => {
    const drop = await make.drop({}, undefined, type);
    const other = await make.person();
    await queryAs(drop.owner)`
      update voice_drops set privacy_level = 'private' where id = ${drop.id}`;
    expect(await loads(other, drop.path)).toBe(false);
    expect(await loads('visitor', drop.path)).toBe(false);
  });

  it('is deleted with the drop’s row, in the account’s deletion as well', async () => {
    const owner = await make.person();
    const drops = [await make.drop({}, owner, type), await make.drop({}, owner, type)];
    const left = () =>
      sql`select from storage.objects where name = any (${drops.map(({ path }) => path)})`;
    await queryAs(owner)`delete from voice_drops where id = ${drops[0]!.id}`;
    expect(await left()).toHaveLength(1);
    await sql`delete from auth.users where id = ${owner.id}`;
    expect(await left()).toHaveLength(0);
  });

  it('can be loaded only by its owner while it is not posted', async () => {
    const owner = await make.person();
    const path = await make.clip(owner, type);
    expect(await loads('visitor', path)).toBe(false);
    expect(await loads(await make.person(), path)).toBe(false);
    expect(await loads(owner, path)).toBe(true);
  });
});

describe('an avatar', () => {
  it('can be loaded by everyone, visitors included', async () => {
    const owner = await make.person({ is_private: true });
    const path = await avatar(owner);
    expect(await loads('visitor', path)).toBe(true);
    expect(await loads(await make.person(), path)).toBe(true);
  });

  it('can be loaded only by its owner before it is saved, and is removed once it is no longer the avatar', async () => {
    const owner = await make.person();
    const path = await uploadedAvatar(owner);
    const others = ['visitor', await make.person()] as const;
    for (const other of others) expect(await loads(other, path)).toBe(false);
    await showAvatar(owner, path);
    for (const other of others) expect(await loads(other, path)).toBe(true);
    await showAvatar(owner, null);
    expect(await sql`select from storage.objects where name = ${path}`).toHaveLength(0);
    await expect(showAvatar(owner, path)).rejects.toMatchObject(breaksReference);
  });

  it.each([
    ['is larger than 5 MB', AVATAR_MAX_BYTES + 1, 'image/png'],
    ['is no image', 1000, 'audio/wav'],
  ])('only its owner loads it when it %s', async (_, size, mimetype) => {
    const owner = await make.person();
    const path = await avatar(owner, size, mimetype);
    expect(await loads('visitor', path)).toBe(false);
    expect(await loads(owner, path)).toBe(true);
  });

  it('can be loaded by no one once the account is deleted', async () => {
    const owner = await make.person();
    const path = await avatar(owner);
    await sql`delete from auth.users where id = ${owner.id}`;
    expect(await loads('visitor', path)).toBe(false);
    expect(await loads(await make.person(), path)).toBe(false);
  });
});

describe('uploading', () => {
  it('is refused once the profile is deleted, although a token may still be valid', async () => {
    const person = await make.person();
    await sql`delete from profiles where user_id = ${person.id}`;
    for (const path of [`${person.id}/1-voice-drop.wav`, `avatars/${person.id}-1.png`]) {
      await expect(upload(person, path)).rejects.toMatchObject(refused);
    }
  });

  it('people upload clips to their own folder and avatars under their own name', async () => {
    const { id, ...person } = await make.person();
    for (const path of [
      `${id}/1770000000000-voice-drop.mp3`,
      `${id}/1770000000000-voice-drop.wav`,
      `avatars/${id}-1770000000000.png`,
      `avatars/${id}_1770000000000.webp`,
    ]) {
      expect((await upload({ id, ...person }, path)).count).toBe(1);
    }
  });

  it('people upload to no other path', async () => {
    const [person, other] = await make.people(2);
    for (const path of [
      `${other.id}/1-voice-drop.wav`,
      `avatars/${other.id}-1.png`,
      `avatars/${person.id}.png`,
      `avatars/${person.id}-1/${other.id}-1.png`,
      person.id,
      `${person.id}/`,
      `${person.id}/..`,
      `${person.id}/.hidden`,
      `${person.id}/a/b.wav`,
      `${person.id}/../${other.id}/b.wav`,
      `${person.id}/${'a'.repeat(101)}`,
      `avatars/${person.id}-${'9'.repeat(21)}.png`,
      `avatars/${person.id}-1.${'p'.repeat(11)}`,
      `x/${person.id}/1.wav`,
      'clip.wav',
    ]) {
      await expect(upload(person, path)).rejects.toMatchObject(refused);
    }
  });

  it('people upload to no other bucket', async () => {
    const person = await make.person();
    await sql`insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')`;
    await expect(upload(person, `${person.id}/1.wav`, 'elsewhere')).rejects.toMatchObject(refused);
  });
});

describe.each(clips)('uploading a clip of the type %s', (type, extension) => {
  it('is allowed to an account in its own folder alone', async () => {
    const [owner, other, follower, blocked] = await make.people(4);
    await make.follow(follower, owner);
    await make.block(owner, blocked);
    const path = `${owner.id}/1770000000000-voice-drop.${extension}`;
    for (const persona of ['visitor', other, follower, blocked] as const) {
      await expect(uploadAs(type, persona, path)).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining('row-level security'),
      });
    }
    expect((await uploadAs(type, owner, path)).count).toBe(1);
  });
});

describe('a clip’s name and type', () => {
  const mp3Name = { ...refused, message: expect.stringContaining('ends in .mp3') };
  const wavName = { ...refused, message: expect.stringContaining('ends in .wav') };

  it.each([
    ['1.mp3', 'audio/wav', mp3Name],
    ['1.MP3', 'audio/wav', mp3Name],
    ['1.mp3', 'image/png', mp3Name],
    ['1.wav', 'audio/mpeg', mp3Name],
    ['1', 'audio/mpeg', mp3Name],
    ['1.mp3.bin', 'audio/mpeg', mp3Name],
    ['1.wav', 'image/png', wavName],
  ])(
    'are refused with a reason where they contradict each other: %s as %s',
    async (name, type, reason) => {
      const owner = await make.person();
      await expect(uploadAs(type, owner, `${owner.id}/${name}`)).rejects.toMatchObject(reason);
      // As hosted Supabase and the secret key write, past the policies.
      await expect(make.object(`${owner.id}/${name}`, { mimetype: type })).rejects.toMatchObject(
        reason,
      );
    },
  );

  it.each([
    ['1.mp3', 'audio/mpeg'],
    ['1.MP3', 'audio/mpeg'],
    ['1.wav', 'audio/wav'],
    // Names that WAV clips of other clients have had all along.
    ['1', 'audio/wav'],
    ['1.wave', 'audio/wav'],
  ])('are accepted where they agree: %s as %s', async (name, type) => {
    const owner = await make.person();
    expect((await uploadAs(type, owner, `${owner.id}/${name}`)).count).toBe(1);
  });

  it.each(['1.mp3', '1.wav'])(
    'are not compared before an upload’s address is signed, only with what was uploaded: %s',
    async (name) => {
      const owner = await make.person();
      const path = `${owner.id}/${name}`;
      // The row with which Supabase's storage server tests the policies has the type of the request.
      const asked = { mimetype: 'application/json', contentLength: 2 };
      await make.object(path, asked);
      await expect(
        make.object(`${owner.id}/2${name}`, { ...asked, size: 2 }),
      ).rejects.toMatchObject(refused);
    },
  );

  it('stay in agreement when a clip is moved or replaced', async () => {
    const owner = await make.person();
    for (const [type, extension] of clips) {
      const path = await make.clip(owner, type);
      const other = extension === 'mp3' ? 'wav' : 'mp3';
      const [otherType] = clips.find(([, each]) => each === other) ?? [type];
      await expect(move(owner, path, `${owner.id}/moved.${other}`)).rejects.toMatchObject(mp3Name);
      const replaced = queryAs(owner)`
        update storage.objects set metadata = ${sql.json({ mimetype: otherType })}
        where name = ${path}`;
      await expect(replaced).rejects.toMatchObject(mp3Name);
      expect(await move(owner, path, `${owner.id}/moved.${extension}`)).toBe(1);
    }
  });

  it('are not checked in another bucket', async () => {
    await sql`insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')`;
    const rows = await sql`
      insert into storage.objects (bucket_id, name, metadata)
      values ('elsewhere', 'a.mp3', '{"mimetype": "audio/wav"}')`;
    expect(rows.count).toBe(1);
  });
});

describe('removing, replacing and moving', () => {
  it('people remove their own clips and avatars', async () => {
    const person = await make.person();
    for (const [type] of clips) {
      expect(await remove(person, await make.clip(person, type))).toBe(1);
    }
    expect(await remove(person, await uploadedAvatar(person))).toBe(1);
  });

  it('people do not remove files of others', async () => {
    const drop = await make.drop();
    const path = await avatar(drop.owner);
    const other = await make.person();
    for (const object of [drop.path, path]) {
      expect(await remove(other, object)).toBe(0);
      expect(await remove('visitor', object)).toBe(0);
    }
  });

  it.each(clips)('posted %s cannot be removed while its drop exists', async (type, extension) => {
    const drop = await make.drop({}, undefined, type);
    expect(await remove(drop.owner, drop.path)).toBe(0);
    expect(await move(drop.owner, drop.path, `${drop.owner.id}/moved.${extension}`)).toBe(0);
  });

  it('posted audio and an avatar in use are neither removed nor replaced', async () => {
    const { owner, path } = await make.drop();
    for (const used of [path, await avatar(owner)]) {
      const replaced = await queryAs(owner)`
        update storage.objects set version = 'other' where name = ${used}`;
      expect([replaced.count, await remove(owner, used)]).toEqual([0, 0]);
    }
  });

  it('people move their own clips within their folder, and nowhere else', async () => {
    const [person, other] = await make.people(2);
    const path = await make.clip(person);
    await expect(move(person, path, `${other.id}/1.wav`)).rejects.toMatchObject(refused);
    expect(await move(person, path, `${person.id}/renamed.wav`)).toBe(1);
  });

  it('people do not move files of others', async () => {
    const drop = await make.drop();
    const other = await make.person();
    expect(await move(other, drop.path, `${other.id}/mine.wav`)).toBe(0);
    expect(await move('visitor', drop.path, `${other.id}/mine.wav`)).toBe(0);
  });
});
