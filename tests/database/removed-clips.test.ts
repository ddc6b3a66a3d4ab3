import { describe, expect, it } from 'vitest';
import { deskOf } from './support/desk.ts';
import type { Drop } from './support/factories.ts';
import type { Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { caseOf, decide, deliver, noticesTo, open, sees, undo } = deskOf(database);

/** @returns the path of a file of which the storage service states the hash */
const upload = async (owner: Person, hash: string, name = 'sha256'): Promise<string> => {
  const path = await make.clip(owner);
  await sql`
    update storage.objects set metadata = metadata || ${sql.json({ [name]: hash })} where name = ${path}`;
  return path;
};

const post = async (...hash: [hash: string, name?: string]): Promise<Drop> => {
  const owner = await make.person();
  const path = await upload(owner, ...hash);
  const [row] = await sql<{ id: string }[]>`
    insert into voice_drops (user_id, audio_url, duration, title)
    values (${owner.id}, private.object_url(${path}), 12.5, 'Cheap watches') returning id`;
  return { id: row!.id, owner, path };
};

const removed = async (drop: Drop) => {
  const staff = await make.staff();
  await make.report(await make.person(), drop);
  const id = await caseOf(drop);
  return { staff, id, decision: await decide(staff, id, 'remove') };
};

const isHeld = async ({ id }: Drop) => {
  const [row] = await sql`select moderation from voice_drops where id = ${id}`;
  return row!.moderation === 'held';
};

/** Distinct words of 32 bits, of a sound that the number names. */
const printOf = (sound: number, words = 40) =>
  Array.from({ length: words }, (_, place) =>
    (Math.imul(place * 97 + sound + 1, 0x9e3779b1) >>> 0).toString(2).padStart(32, '0'),
  ).join('');

/** With one of so many bits changed, here more and there fewer, as in a clip that was encoded again or cut. */
const damaged = (print: string, every: number) =>
  Array.from(print, (bit, at) => {
    const mixed = Math.imul(at + 1, 0x85ebca6b);
    return ((mixed ^ (mixed >>> 13)) >>> 0) % every === 0 ? 1 - Number(bit) : bit;
  }).join('');

const store = ({ id }: { id: string }, print: string) =>
  sql`select store_clip_print(${id}, ${print})`;

const waits = async ({ id }: { id: string }) =>
  (await sql`select from private.outbox where kind = 'print' and subject = ${id}`).length === 1;

describe('a drop with the same bytes as a removed one', () => {
  it('is held as soon as it is posted, with a statement and a case that refers to the earlier one', async () => {
    const { staff, id } = await removed(await post('a1'));
    const copy = await post('a1');
    expect(await sees(copy.owner, copy)).toBe(true);
    expect(await sees('visitor', copy)).toBe(false);
    expect(
      await queryAs(copy.owner)`select measure, basis, subject_kind from decisions`,
    ).toMatchObject([{ measure: 'hold', basis: 'automatic', subject_kind: 'drop' }]);
    const file = await open(staff, await caseOf(copy, 'hold'));
    expect(file).toMatchObject({
      case: { details: { reason: 'It is the same recording as one that was removed.' } },
      evidence: [{ path: copy.path }],
      earlier: [{ id }],
    });
    await deliver();
    expect(await noticesTo(copy.owner)).toEqual(['statement drop:hold']);
  });

  it('is not held once that one is restored, or its removal undone', async () => {
    const first = await removed(await post('a1'));
    await undo(first.staff, first.decision);
    expect(await isHeld(await post('a1'))).toBe(false);
    const second = await removed(await post('a2'));
    await sql`delete from private.outbox where kind = 'decision'`;
    await decide(second.staff, second.id, 'restore', { rule: null });
    expect(await isHeld(await post('a2'))).toBe(false);
  });

  it('is recognised by the ETag where storage gives no other hash, and never without one', async () => {
    await removed(await post('"d41d8cd9"', 'eTag'));
    await removed(await make.drop());
    expect(await isHeld(await post('"d41d8cd9"', 'eTag'))).toBe(true);
    expect(await isHeld(await make.drop())).toBe(false);
  });

  it('that staff release is shown, and stays so', async () => {
    const { staff } = await removed(await post('a1'));
    const copy = await post('a1');
    await decide(staff, await caseOf(copy, 'hold'), 'none', { rule: null, words: '' });
    expect(await sees('visitor', copy)).toBe(true);
  });
});

describe('a comment with a removed clip', () => {
  it('gets a case, since comments are not held; and a drop with the clip of a removed comment is held', async () => {
    const { staff } = await removed(await post('a1'));
    const author = await make.person();
    const [comment] = await sql<{ id: string }[]>`
      insert into voice_drop_comments
        (voice_drop_id, user_id, content, audio_url, duration, waveform, filter_used)
      values (${(await make.drop()).id}, ${author.id}, '', private.object_url(${await upload(author, 'a1')}),
        4, array_fill(5::smallint, array[100]), 'veil')
      returning id`;
    expect(await open(staff, await caseOf(comment!, 'comment'))).toMatchObject({
      case: { details: { reason: 'It is the same recording as one that was removed.' } },
      evidence: [{ kind: 'comment' }],
    });
    const other = await make.voiceComment();
    await sql`
      update storage.objects set metadata = metadata || '{"sha256": "b2"}' where name = ${other.path}`;
    await sql`select private.apply_measure('comment', ${other.id}, 'remove')`;
    expect(await isHeld(await post('b2'))).toBe(true);
  });
});

describe('the print of a clip', () => {
  it('is asked for where clips were removed: of these, and of what is posted afterwards', async () => {
    const before = await post('a1');
    expect(await waits(before)).toBe(false);
    await removed(before);
    const after = await post('b2');
    expect([await waits(before), await waits(after), await waits(await post('a1'))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['as it was', printOf(1), true],
    ['encoded again', damaged(printOf(1), 100), true],
    ['cut', damaged(printOf(1), 12).slice(20 * 32), true],
    ['after other words', printOf(2, 30) + printOf(1), true],
    ['as a few words among others', printOf(2, 30) + printOf(1, 15), false],
    ['other words in the same voice', damaged(printOf(1), 5), false],
    ['other words', printOf(2), false],
    ['shorter than two seconds', printOf(1, 15), false],
    ['silence', '0'.repeat(32 * 40), false],
    ['nothing that can be decoded', '', false],
  ])(
    'of a removed clip, posted again %s, holds the drop or does not',
    async (_what, print, held) => {
      const original = await post('a1');
      await removed(original);
      await store(original, printOf(1));
      const copy = await post('b2');
      await store(copy, print);
      expect([await isHeld(copy), await waits(copy)]).toEqual([held, false]);
    },
  );

  it('of silence is stored for no removed clip', async () => {
    const original = await post('a1');
    await removed(original);
    await store(original, '0'.repeat(32 * 40));
    const copy = await post('b2');
    await store(copy, '0'.repeat(32 * 40));
    expect(await isHeld(copy)).toBe(false);
  });

  it('of a clip that staff have restored is not compared any more', async () => {
    const original = await post('a1');
    const { staff, decision } = await removed(original);
    await store(original, printOf(1));
    const copy = await post('b2');
    await undo(staff, decision);
    expect(await waits(original)).toBe(false);
    await store(copy, printOf(1));
    expect(await isHeld(copy)).toBe(false);
  });

  it('is asked for again until it is stored, for a day', async () => {
    const original = await post('a1');
    await removed(original);
    await sql`delete from private.outbox where kind <> 'print'`;
    const pass = async (span: string) => {
      await sql`
        update private.outbox
        set due = due - ${span}::interval, created_at = created_at - ${span}::interval`;
      await sql`select private.deliver_batch()`;
      const [event] = await sql<{ attempts: number; is_due: boolean }[]>`
        select attempts, due <= now() as is_due from private.outbox where kind = 'print'`;
      return event;
    };
    expect(await pass('0')).toEqual({ attempts: 1, is_due: false });
    expect(await pass('1 minute')).toEqual({ attempts: 2, is_due: false });
    expect(await pass('1 minute')).toEqual({ attempts: 2, is_due: false });
    expect(await pass('1 day')).toBeUndefined();
  });

  it('is stored by the server only', async () => {
    const drop = await post('a1');
    const storing = queryAs(drop.owner)`select store_clip_print(${drop.id}, ${printOf(1)})`;
    await expect(storing).rejects.toThrow('permission denied');
  });
});

it('what was removed is forgotten after six months', async () => {
  const original = await post('a1');
  await removed(original);
  await sql`update private.clip_prints set created_at = now() - interval '6 months'`;
  await sql`select private.delete_expired()`;
  expect(await isHeld(await post('a1'))).toBe(false);
});
