import {
  DAILY_UPLOADS_MAX_BYTES,
  UNUSED_UPLOADS_MAX,
  UNUSED_UPLOADS_MAX_BYTES,
} from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { errorOf, refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

const upload = (
  person: Person,
  path = `${person.id}/new.wav`,
  metadata: Record<string, number> | null = null,
) =>
  queryAs(person)`
    insert into storage.objects (bucket_id, name, metadata)
    values ('voice-drops', ${path}, ${metadata && sql.json(metadata)})`;

/** Inserts files of the given sizes beyond any limit: their sizes are set after the insert. */
const uploads = async ({ id }: Person, sizes: number[], day = 'today') => {
  const names = sizes.map((_size, index) => `${id}/${day}-${index + 1}.wav`);
  await sql`
    insert into storage.objects (bucket_id, name, created_at)
    select 'voice-drops', name,
      case ${day} when 'today' then now() else now() - interval '25 hours' end
    from unnest(${names}::text[]) as uploads (name)`;
  await sql`
    update storage.objects
    set metadata = jsonb_build_object('mimetype', 'audio/wav', 'size', uploads.size)
    from unnest(${names}::text[], ${sizes}::bigint[]) as uploads (name, size)
    where objects.name = uploads.name`;
};

const post = ({ id }: Person) => sql`
  insert into public.voice_drops (user_id, audio_url, duration)
  select ${id}, private.object_url(name), 1 from storage.objects where name like ${`${id}/%`}`;

const ones = (count: number) => Array.from({ length: count }, () => 1);
const tooManyUnused = { ...refused, message: expect.stringContaining('nothing uses') };
const tooMuchToday = { ...refused, message: expect.stringContaining('today') };

describe('unused files', () => {
  it('can be uploaded up to the number of packages/domain', async () => {
    const person = await make.person();
    await uploads(person, ones(UNUSED_UPLOADS_MAX - 1));
    expect((await upload(person)).count).toBe(1);
    await expect(upload(person, `${person.id}/another.wav`)).rejects.toMatchObject(tooManyUnused);
    await expect(upload(person, `avatars/${person.id}-1.png`)).rejects.toMatchObject(tooManyUnused);
  });

  it('are not revealed by the response to another account’s upload', async () => {
    const [full, other, stranger] = await make.people(3);
    await uploads(full, ones(UNUSED_UPLOADS_MAX));
    const errorAt = (owner: Person) => errorOf(upload(stranger, `${owner.id}/new.wav`));
    expect(await errorAt(full)).not.toBeNull();
    expect(await errorAt(full)).toEqual(await errorAt(other));
  });

  it('can be uploaded up to the size of packages/domain', async () => {
    const person = await make.person();
    await uploads(person, [UNUSED_UPLOADS_MAX_BYTES - 1]);
    expect((await upload(person)).count).toBe(1);
    await sql`update storage.objects set metadata = '{"size": 1}' where name = ${`${person.id}/new.wav`}`;
    await expect(upload(person, `${person.id}/another.wav`)).rejects.toMatchObject(tooManyUnused);
  });

  it('include the pending upload, by its size, or by its declared length while the size is unknown', async () => {
    const person = await make.person();
    await uploads(person, [UNUSED_UPLOADS_MAX_BYTES - 1000]);
    const bring = (metadata: Record<string, number>) => upload(person, undefined, metadata);
    await expect(bring({ contentLength: 1001 })).rejects.toMatchObject(tooManyUnused);
    await expect(bring({ size: 1001 })).rejects.toMatchObject(tooManyUnused);
    // A request is longer than its file.
    expect((await bring({ contentLength: 1100, size: 1000 })).count).toBe(1);
  });

  it('include the bytes of other pending uploads that the server reports', async () => {
    const person = await make.person();
    await uploads(person, [UNUSED_UPLOADS_MAX_BYTES - 1000]);
    const bring = (underWay: number) =>
      database.as(person, async (sql) => {
        await sql`select set_config('storage.bytes_under_way', ${String(underWay)}, true)`;
        return sql`
          insert into storage.objects (bucket_id, name, metadata)
          values ('voice-drops', ${`${person.id}/new.wav`}, '{"contentLength": 600}')`;
      });
    await expect(bring(600)).rejects.toMatchObject(tooManyUnused);
    expect((await bring(400)).count).toBe(1);
  });

  it('may be replaced at the limit', async () => {
    const person = await make.person();
    await uploads(person, ones(UNUSED_UPLOADS_MAX));
    const again = await queryAs(person)`
      insert into storage.objects (bucket_id, name)
      values ('voice-drops', ${`${person.id}/today-1.wav`})
        on conflict (bucket_id, name) do update set version = excluded.version`;
    expect(again.count).toBe(1);
  });

  it('are those of one account, without posted audio and avatars in use', async () => {
    const person = await make.person();
    await uploads(person, ones(UNUSED_UPLOADS_MAX));
    expect((await upload(await make.person())).count).toBe(1);
    await post(person);
    expect((await upload(person)).count).toBe(1);

    const path = `avatars/${person.id}-1.png`;
    await make.object(path, { mimetype: 'image/png', size: UNUSED_UPLOADS_MAX_BYTES });
    await expect(upload(person, `${person.id}/later.wav`)).rejects.toMatchObject(tooManyUnused);
    await sql`update profiles set avatar_url = private.object_url(${path}) where user_id = ${person.id}`;
    expect((await upload(person, `${person.id}/later.wav`)).count).toBe(1);
  });

  it('are listed only for their owner, after a day', async () => {
    const [person, other] = await make.people(2);
    await uploads(person, [1], 'yesterday');
    await make.drop({}, person);
    await uploads(person, [1]);
    const listed = (whose: Person) => queryAs(whose)`select unused_uploads() as path`;
    expect(await listed(person)).toEqual([{ path: `${person.id}/yesterday-1.wav` }]);
    expect(await listed(other)).toEqual([]);
    await expect(queryAs('visitor')`select unused_uploads()`).rejects.toMatchObject(refused);
  });
});

describe('the uploads of a day', () => {
  it('are accepted up to the size of packages/domain, posted or not', async () => {
    const person = await make.person();
    await uploads(person, [DAILY_UPLOADS_MAX_BYTES - 1]);
    await post(person);
    expect((await upload(person)).count).toBe(1);
    await sql`update storage.objects set metadata = '{"size": 1}' where name = ${`${person.id}/new.wav`}`;
    await expect(upload(person, `${person.id}/another.wav`)).rejects.toMatchObject(tooMuchToday);
  });

  it('include the pending upload', async () => {
    const person = await make.person();
    await uploads(person, [DAILY_UPLOADS_MAX_BYTES - 1000]);
    await post(person);
    const bring = (size: number) => upload(person, undefined, { size });
    await expect(bring(1001)).rejects.toMatchObject(tooMuchToday);
    expect((await bring(1000)).count).toBe(1);
  });

  it('exclude those of the day before', async () => {
    const person = await make.person();
    await uploads(person, [DAILY_UPLOADS_MAX_BYTES], 'yesterday');
    await post(person);
    expect((await upload(person)).count).toBe(1);
  });
});

describe('posted audio', () => {
  it.each(['name', 'version'])(
    'keeps its %s, even if the server tries to change it',
    async (column) => {
      const drop = await make.drop();
      const change = sql`update storage.objects set ${sql({ [column]: `${drop.owner.id}/x` })}
      where name = ${drop.path}`;
      await expect(change).rejects.toMatchObject(refused);
    },
  );

  it('accepts a new access time', async () => {
    const drop = await make.drop();
    const change = await sql`
      update storage.objects set last_accessed_at = now() where name = ${drop.path}`;
    expect(change.count).toBe(1);
  });
});
