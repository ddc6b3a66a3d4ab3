import { DECISION_WORDS_MAX_LENGTH } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { deskOf } from './support/desk.ts';
import { errorOf, refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { appeal, caseOf, decide, deliver, mails, noticesTo, open, queue, reportedDrop, sees, undo } =
  deskOf(database);

const conflict = { code: 'PT409' };
const answer = { rule: null, words: 'We were wrong' };

/** A removed drop, whose owner has read the statement. */
const removedDrop = async (staff: Person) => {
  const { drop, id } = await reportedDrop([await make.person()]);
  const owner = await make.session(drop.owner);
  const decision = await decide(staff, id, 'remove');
  await deliver();
  await mails();
  return { drop, owner, decision };
};

const readsAppeal = (persona: Person) =>
  queryAs(persona)`select words, outcome, answer, answered_on from appeals`;

describe('an appeal', () => {
  it('is made once, within six months, by the person whom the decision is about', async () => {
    const staff = await make.staff();
    const { owner, decision } = await removedDrop(staff);
    const other = await make.session(await make.person());
    expect(await errorOf(appeal(other, decision))).toMatchObject({ code: 'PT404' });
    await expect(appeal('visitor', decision)).rejects.toMatchObject(refused);
    expect(await errorOf(appeal(owner, decision, ' '))).toMatchObject({
      code: '22023',
      message: expect.stringContaining(`${DECISION_WORDS_MAX_LENGTH} characters`),
    });
    await sql`update decisions set appealable_until = current_date - 2`;
    expect(await errorOf(appeal(owner, decision))).toMatchObject(conflict);
    await sql`update decisions set appealable_until = current_date + 1`;
    await appeal(owner, decision);
    expect(await errorOf(appeal(owner, decision))).toMatchObject(conflict);
    expect([...(await readsAppeal(owner))]).toMatchObject([
      { words: 'It was a joke among friends', outcome: null },
    ]);
    for (const persona of [other, staff]) expect(await readsAppeal(persona)).toHaveLength(0);
  });

  it('is possible for somebody who is banned, with the second factor that the account has', async () => {
    const staff = await make.staff();
    const { drop, id } = await reportedDrop([await make.person()]);
    const owner = await make.session(drop.owner);
    const decision = await decide(staff, id, 'ban');
    await deliver();
    await make.factor(owner);
    await expect(appeal(owner, decision)).rejects.toMatchObject(refused);
    await appeal({ ...owner, aal: 'aal2' }, decision);
  });

  it('is not possible against what is undone, or decided about something else', async () => {
    const staff = await make.staff();
    const { drop, id } = await reportedDrop([await make.person()]);
    const owner = await make.session(drop.owner);
    const decision = await decide(staff, id, 'remove');
    // It is not shown yet.
    expect(await errorOf(appeal(owner, decision))).toMatchObject({ code: 'PT404' });
    await undo(staff, decision);
    // Once it is, it is not undone any more, although its notices may be late.
    const shown = await decide(staff, id, 'limit');
    await sql`update decisions set shown_from = now() where id = ${shown}`;
    expect(await errorOf(undo(staff, shown))).toMatchObject(conflict);
    await sql`update decisions set shown_from = now() + interval '1 second' where id = ${shown}`;
    await undo(staff, shown);
    const nothing = await decide(staff, id, 'none');
    await deliver();
    expect(await errorOf(appeal(owner, nothing))).toMatchObject({ code: 'PT404' });
  });

  it('is decided by somebody else, where there is somebody else', async () => {
    const first = await make.staff();
    const { owner, decision } = await removedDrop(first);
    await appeal(owner, decision);
    const id = await caseOf({ id: decision });
    expect(await queue(first)).toMatchObject([{ id }]);
    const second = await make.staff();
    expect(await queue(first)).toEqual([]);
    expect(await errorOf(decide(first, id, 'restore', answer))).toMatchObject({ code: 'PT404' });
    expect(await open(second, id)).toMatchObject({
      measures: ['none', 'restore'],
      appeal: { words: 'It was a joke among friends', decision: { id: decision } },
      // Of what the decision was about.
      evidence: [{ kind: 'drop' }],
    });
    await decide(second, id, 'restore', answer);
  });

  it('is not decided by who has reported, nor by the person', async () => {
    const [first, reporter] = [await make.staff(), await make.staff('admin')];
    const { drop, id } = await reportedDrop([reporter]);
    const decision = await decide(first, id, 'remove');
    await deliver();
    await appeal(await make.session(drop.owner), decision);
    expect(await queue(reporter)).toEqual([]);
  });

  it('that is upheld takes the measure back in the same transaction', async () => {
    const [first, second] = [await make.staff(), await make.staff()];
    const { drop, owner, decision } = await removedDrop(first);
    await appeal(owner, decision);
    const id = await caseOf({ id: decision });
    expect(await errorOf(decide(second, id, 'restore', { words: '' }))).toMatchObject({
      code: '22023',
    });
    const made = await decide(second, id, 'restore', answer);
    expect(await sees('visitor', drop)).toBe(true);
    await undo(second, made);
    expect(await sees('visitor', drop)).toBe(false);
    expect([...(await readsAppeal(owner))]).toMatchObject([{ outcome: null, answer: null }]);
    await decide(second, id, 'restore', answer);
    await deliver();
    expect(await sees('visitor', drop)).toBe(true);
    expect([...(await readsAppeal(owner))]).toMatchObject([
      { outcome: 'upheld', answer: 'We were wrong', answered_on: expect.any(Date) },
    ]);
    expect(await noticesTo(owner)).toEqual(['statement appeal:upheld', 'statement drop:remove']);
    expect(await mails()).toMatchObject([
      {
        mail: 'mail-statement',
        appeal: { outcome: 'upheld', answer: 'We were wrong', isReplaced: false },
      },
    ]);
    const own = await queryAs(owner)`select id, ended_on from decisions`;
    expect([...own]).toMatchObject([{ id: decision, ended_on: expect.any(Date) }]);
  });

  it('that is upheld says where a later decision has replaced the one it was against, which stays', async () => {
    const [first, second] = [await make.staff(), await make.staff()];
    const { drop, id } = await reportedDrop([await make.person()]);
    const owner = await make.session(drop.owner);
    const label = await decide(first, id, 'label');
    await deliver();
    await mails();
    await appeal(owner, label);
    await make.report(await make.person(), drop);
    const later = await decide(first, await caseOf(drop), 'label');
    const upheld = async () => decide(second, await caseOf({ id: label }), 'restore', answer);
    const read = async () => {
      const [row] = await queryAs(owner)`select outcome, later_decision_id from appeals`;
      return row;
    };
    const isLabelled = async () =>
      (await sql`select from voice_drops where id = ${drop.id} and is_sensitive`).length === 1;
    await undo(second, await upheld());
    expect(await read()).toEqual({ outcome: null, later_decision_id: null });
    await upheld();
    expect(await read()).toEqual({ outcome: 'upheld', later_decision_id: later });
    expect(await isLabelled()).toBe(true);
    await deliver();
    // The first to the owner is of the later label.
    await mails();
    expect(await mails()).toMatchObject([
      { appeal: { outcome: 'upheld', answer: 'We were wrong', isReplaced: true } },
    ]);
    await appeal(owner, later);
  });

  it('that is upheld is not lost when the later decision is undone', async () => {
    const [first, second] = [await make.staff(), await make.staff()];
    const { drop, id } = await reportedDrop([await make.person()]);
    const owner = await make.session(drop.owner);
    const label = await decide(first, id, 'label');
    await deliver();
    await appeal(owner, label);
    await make.report(await make.person(), drop);
    const later = await decide(first, await caseOf(drop), 'label');
    await decide(second, await caseOf({ id: label }), 'restore', answer);
    await undo(first, later);
    const [row] = await sql`select is_sensitive from voice_drops where id = ${drop.id}`;
    expect(row).toEqual({ is_sensitive: false });
  });

  it.each(['open', 'closed'])(
    'that is %s keeps the decision, and the queue is read, also after six months',
    async (state) => {
      const [first, second] = [await make.staff(), await make.staff()];
      const { owner, decision } = await removedDrop(first);
      await appeal(owner, decision);
      const id = await caseOf({ id: decision });
      if (state === 'closed') await decide(second, id, 'none', answer);
      await sql`
        update private.cases set closed_at = closed_at - interval '7 months'
        where subject_kind <> 'appeal'`;
      await sql`update decisions set created_at = created_at - interval '7 months'`;
      await sql`select private.delete_old_cases()`;
      expect(await queue(second, { state })).toMatchObject(
        state === 'open' ? [{ id }] : [{ id }, {}],
      );
      // Nothing of the account that is kept without its decision makes the queue fail.
      await sql`delete from decisions where id = ${decision}`;
      expect(await queue(second, { state })).not.toMatchObject([{ id }]);
    },
  );

  it('that is rejected leaves the measure, and gives its reasons', async () => {
    const [first, second] = [await make.staff(), await make.staff()];
    const { drop, owner, decision } = await removedDrop(first);
    await appeal(owner, decision);
    await decide(second, await caseOf({ id: decision }), 'none', {
      rule: null,
      words: 'It is spam',
    });
    await deliver();
    expect(await sees('visitor', drop)).toBe(false);
    expect([...(await readsAppeal(owner))]).toMatchObject([
      { outcome: 'rejected', answer: 'It is spam' },
    ]);
    expect(await noticesTo(owner)).toEqual(['statement appeal:rejected', 'statement drop:remove']);
  });
});
