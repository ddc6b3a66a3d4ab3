import { AVATAR_MAX_BYTES } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();

const loads = async (persona: Persona, path: string) => {
  const rows = await database.as(
    persona,
    (sql) => sql`select name from storage.objects where name = ${path}`,
  );
  return rows.length === 1;
};

const upload = (persona: Persona, path: string, bucket = 'voice-drops') =>
  database.as(
    persona,
    (sql) => sql`insert into storage.objects (bucket_id, name) values (${bucket}, ${path})`,
  );

const remove = async (persona: Persona, path: string) =>
  (await database.as(persona, (sql) => sql`delete from storage.objects where name = ${path}`))
    .count;

const move = async (persona: Persona, path: string, target: string) =>
  (
    await database.as(
      persona,
      (sql) => sql`update storage.objects set name = ${target} where name = ${path}`,
    )
  ).count;

const uploadedAvatar = async (owner: Person, size = 1000, mimetype = 'image/png') => {
  const path = `avatars/${owner.id}_1770000000000.png`;
  await database.make.object(path, { mimetype, size });
  return path;
};

const showAvatar = (owner: Person, path: string | null) =>
  database.as(
    owner,
    (sql) => sql`
      update profiles set avatar_url = ${path && `/storage/v1/object/voice-drops/${path}`}
      where user_id = ${owner.id}`,
  );

const avatar = async (owner: Person, size?: number, mimetype?: string) => {
  const path = await uploadedAvatar(owner, size, mimetype);
  await showAvatar(owner, path);
  return path;
};

describe('who loads a drop’s audio', () => {
  it.each([
    { level: 'public', by: ['visitor', 'owner', 'other', 'follower'] },
    { level: 'followers', by: ['owner', 'follower'] },
    { level: 'private', by: ['owner'] },
  ])('of a $level drop: $by', async ({ level, by }) => {
    const drop = await database.make.drop({ privacy_level: level });
    const follower = await database.make.person();
    const blocked = await database.make.person();
    await database.make.follow(follower, drop.owner);
    await database.make.block(drop.owner, blocked);
    const personas = {
      visitor: 'visitor',
      owner: drop.owner,
      other: await database.make.person(),
      follower,
      blocked,
    } as const;
    const loading = [];
    for (const [name, persona] of Object.entries(personas)) {
      if (await loads(persona, drop.path)) loading.push(name);
    }
    expect(loading).toEqual(by);
  });

  it('a change of the drop’s privacy decides at once', async () => {
    const drop = await database.make.drop();
    const other = await database.make.person();
    await database.as(
      drop.owner,
      (sql) => sql`update voice_drops set privacy_level = 'private' where id = ${drop.id}`,
    );
    expect(await loads(other, drop.path)).toBe(false);
    expect(await loads('visitor', drop.path)).toBe(false);
  });

  it('only its owner loads it once the drop is deleted', async () => {
    const drop = await database.make.drop();
    const other = await database.make.person();
    await database.as(drop.owner, (sql) => sql`delete from voice_drops where id = ${drop.id}`);
    expect(await loads(other, drop.path)).toBe(false);
    expect(await loads('visitor', drop.path)).toBe(false);
    expect(await loads(drop.owner, drop.path)).toBe(true);
  });

  it('only its owner loads it while it is not posted', async () => {
    const owner = await database.make.person();
    const path = await database.make.clip(owner);
    expect(await loads('visitor', path)).toBe(false);
    expect(await loads(await database.make.person(), path)).toBe(false);
    expect(await loads(owner, path)).toBe(true);
  });
});

describe('who loads an avatar', () => {
  it('everyone loads it, visitors included', async () => {
    const owner = await database.make.person({ is_private: true });
    const path = await avatar(owner);
    expect(await loads('visitor', path)).toBe(true);
    expect(await loads(await database.make.person(), path)).toBe(true);
  });

  it('only its owner loads it before it is saved and once it is no longer the avatar', async () => {
    const owner = await database.make.person();
    const path = await uploadedAvatar(owner);
    const others = ['visitor', await database.make.person()] as const;
    for (const other of others) expect(await loads(other, path)).toBe(false);
    await showAvatar(owner, path);
    for (const other of others) expect(await loads(other, path)).toBe(true);
    await showAvatar(owner, null);
    for (const other of others) expect(await loads(other, path)).toBe(false);
    expect(await loads(owner, path)).toBe(true);
  });

  it.each([
    ['is larger than 5 MB', AVATAR_MAX_BYTES + 1, 'image/png'],
    ['is no image', 1000, 'audio/wav'],
  ])('only its owner loads it when it %s', async (_, size, mimetype) => {
    const owner = await database.make.person();
    const path = await avatar(owner, size, mimetype);
    expect(await loads('visitor', path)).toBe(false);
    expect(await loads(owner, path)).toBe(true);
  });

  it('nobody loads it once the account is deleted', async () => {
    const owner = await database.make.person();
    const path = await avatar(owner);
    await database.sql`delete from auth.users where id = ${owner.id}`;
    expect(await loads('visitor', path)).toBe(false);
    expect(await loads(await database.make.person(), path)).toBe(false);
  });
});

describe('uploading', () => {
  it('is refused once the profile is deleted, though a token may still be valid', async () => {
    const person = await database.make.person();
    await database.sql`delete from profiles where user_id = ${person.id}`;
    for (const path of [`${person.id}/1-voice-drop.wav`, `avatars/${person.id}-1.png`]) {
      await expect(upload(person, path)).rejects.toMatchObject(refused);
    }
  });

  it('people upload clips to their own folder and avatars under their own name', async () => {
    const { id, ...person } = await database.make.person();
    for (const path of [
      `${id}/1770000000000-voice-drop.wav`,
      `avatars/${id}-1770000000000.png`,
      `avatars/${id}_1770000000000.webp`,
    ]) {
      expect((await upload({ id, ...person }, path)).count).toBe(1);
    }
  });

  it('a visitor uploads nothing', async () => {
    const person = await database.make.person();
    await expect(upload('visitor', `${person.id}/1-voice-drop.wav`)).rejects.toMatchObject(refused);
  });

  it('nobody uploads anywhere else', async () => {
    const [person, other] = [await database.make.person(), await database.make.person()];
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

  it('nobody uploads to another bucket', async () => {
    const person = await database.make.person();
    await database.sql`insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere')`;
    await expect(upload(person, `${person.id}/1.wav`, 'elsewhere')).rejects.toMatchObject(refused);
  });
});

describe('removing, replacing and moving', () => {
  it('people remove their own clips and avatars', async () => {
    const person = await database.make.person();
    expect(await remove(person, await database.make.clip(person))).toBe(1);
    expect(await remove(person, await avatar(person))).toBe(1);
  });

  it('nobody removes files of others', async () => {
    const drop = await database.make.drop();
    const path = await avatar(drop.owner);
    const other = await database.make.person();
    for (const object of [drop.path, path]) {
      expect(await remove(other, object)).toBe(0);
      expect(await remove('visitor', object)).toBe(0);
    }
  });

  it('posted audio cannot be removed while its drop exists', async () => {
    const drop = await database.make.drop();
    expect(await remove(drop.owner, drop.path)).toBe(0);
    expect(await move(drop.owner, drop.path, `${drop.owner.id}/moved.wav`)).toBe(0);
    await database.as(drop.owner, (sql) => sql`delete from voice_drops where id = ${drop.id}`);
    expect(await remove(drop.owner, drop.path)).toBe(1);
  });

  it('posted audio is not replaced', async () => {
    const drop = await database.make.drop();
    const replaced = await database.as(
      drop.owner,
      (sql) => sql`update storage.objects set version = 'other' where name = ${drop.path}`,
    );
    expect(replaced.count).toBe(0);
  });

  it('people move their own clips within their folder, and nowhere else', async () => {
    const [person, other] = [await database.make.person(), await database.make.person()];
    const path = await database.make.clip(person);
    await expect(move(person, path, `${other.id}/1.wav`)).rejects.toMatchObject(refused);
    expect(await move(person, path, `${person.id}/renamed.wav`)).toBe(1);
  });

  it('nobody moves files of others', async () => {
    const drop = await database.make.drop();
    const other = await database.make.person();
    expect(await move(other, drop.path, `${other.id}/mine.wav`)).toBe(0);
    expect(await move('visitor', drop.path, `${other.id}/mine.wav`)).toBe(0);
  });
});
