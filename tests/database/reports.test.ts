import { REPORTS_TO_HIDE } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import type { Comment, Drop } from './support/factories.ts';
import { deskOf } from './support/desk.ts';
import { alreadyThere, breaksCheck, refused } from './support/persona.ts';
import type { Persona, Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { caseOf, decide, open, undo } = deskOf(database);

const reportDrop = (persona: Persona, reporter: Person, drop: Drop) =>
  queryAs(persona)`
    insert into reports (reporter_id, reported_voice_drop_id, reason, description)
    values (${reporter.id}, ${drop.id}, 'spam', 'Look')`;

const reportComment = (persona: Persona, reporter: Person, { id }: Comment) =>
  queryAs(persona)`
    insert into reports (reporter_id, reported_comment_id, reason)
    values (${reporter.id}, ${id}, 'harassment')`;

const reportPerson = (reporter: Person, reported: Person) =>
  queryAs(reporter)`
    insert into reports (reporter_id, reported_user_id, reason)
    values (${reporter.id}, ${reported.id}, 'impersonation')`;

const reportBySome = async (drop: Drop, count = REPORTS_TO_HIDE) => {
  for (let reports = 0; reports < count; reports += 1) {
    await make.report(await make.established(), drop);
  }
};

describe('reporting', () => {
  it('a signed-in person reports another’s drop once', async () => {
    const drop = await make.drop();
    const person = await make.person();
    expect((await reportDrop(person, person, drop)).count).toBe(1);
    await expect(reportDrop(person, person, drop)).rejects.toMatchObject(alreadyThere);
  });

  it('a person reports the same again once it was decided, which hides nothing after “nothing wrong”', async () => {
    const [staff, drop] = [await make.staff(), await make.drop()];
    const reporters = [
      await make.established(),
      await make.established(),
      await make.established(),
    ];
    const reportAll = async () => {
      for (const reporter of reporters) await reportDrop(reporter, reporter, drop);
    };
    await reportAll();
    expect(await database.sees('visitor', drop)).toBe(false);
    await decide(staff, await caseOf(drop), 'none', { rule: null, words: '' });
    await reportAll();
    await expect(reportDrop(reporters[0]!, reporters[0]!, drop)).rejects.toMatchObject(
      alreadyThere,
    );
    expect(await database.sees('visitor', drop)).toBe(true);
    const id = await caseOf(drop);
    expect((await open(staff, id)).case).toMatchObject({
      report_count: 3,
      reporters: { decided: 3, upheld: 0 },
    });
    // Where something was wrong, it counts again.
    await decide(staff, id, 'label');
    const others = [await make.established(), await make.established(), await make.established()];
    for (const reporter of others) await reportDrop(reporter, reporter, drop);
    await decide(staff, await caseOf(drop), 'warn');
    expect(await database.sees('visitor', drop)).toBe(true);
    for (const reporter of others) await reportDrop(reporter, reporter, drop);
    expect(await database.sees('visitor', drop)).toBe(false);
  });

  it('a person who has reported the same again has one report once the decision is undone', async () => {
    const [staff, person, drop] = [await make.staff(), await make.person(), await make.drop()];
    await reportDrop(person, person, drop);
    const id = await caseOf(drop);
    const decision = await decide(staff, id, 'warn');
    await reportDrop(person, person, drop);
    await undo(staff, decision);
    expect((await open(staff, id)).case).toMatchObject({ report_count: 1, reasons: { spam: 1 } });
    await expect(reportDrop(person, person, drop)).rejects.toMatchObject(alreadyThere);
  });

  it('a signed-in person reports another person once', async () => {
    const [one, other] = await make.people(2);
    expect((await reportPerson(one, other)).count).toBe(1);
    await expect(reportPerson(one, other)).rejects.toMatchObject(alreadyThere);
  });

  it('a signed-in person reports another’s comment once, if they see it', async () => {
    const comment = await make.comment();
    const [person, blocked] = await make.people(2);
    await make.block(comment.author, blocked);
    expect((await reportComment(person, person, comment)).count).toBe(1);
    await expect(reportComment(person, person, comment)).rejects.toMatchObject(alreadyThere);
    await expect(reportComment(blocked, blocked, comment)).rejects.toMatchObject(refused);
    const hidden = await make.comment({ on: await make.drop({ privacy_level: 'private' }) });
    await expect(reportComment(person, person, hidden)).rejects.toMatchObject(refused);
  });

  it('a blocked person can still report the one who blocked them', async () => {
    const [one, other] = await make.people(2);
    await make.block(other, one);
    expect((await reportPerson(one, other)).count).toBe(1);
  });

  it('a person cannot report themselves, their own drop or comment', async () => {
    const drop = await make.drop();
    await expect(reportDrop(drop.owner, drop.owner, drop)).rejects.toMatchObject(refused);
    const comment = await make.comment();
    const own = reportComment(comment.author, comment.author, comment);
    await expect(own).rejects.toMatchObject(refused);
    await expect(reportPerson(drop.owner, drop.owner)).rejects.toMatchObject(breaksCheck);
  });

  it('a person cannot report in another’s name', async () => {
    const drop = await make.drop();
    const [person, other] = await make.people(2);
    await expect(reportDrop(person, other, drop)).rejects.toMatchObject(refused);
  });

  it('a report is of one drop, person or comment, never of two or none', async () => {
    const { id: comment, drop } = await make.comment();
    const person = await make.person();
    const report = (target: Record<string, string>) =>
      queryAs(person)`
        insert into reports ${sql({ reporter_id: person.id, reason: 'spam', ...target })}`;
    await expect(
      report({ reported_voice_drop_id: drop.id, reported_user_id: drop.owner.id }),
    ).rejects.toMatchObject(breaksCheck);
    await expect(
      report({ reported_voice_drop_id: drop.id, reported_comment_id: comment }),
    ).rejects.toMatchObject(breaksCheck);
    await expect(report({})).rejects.toMatchObject(refused);
  });

  it('a report can be read only by the reporter', async () => {
    const drop = await make.drop();
    const person = await make.person();
    await reportDrop(person, person, drop);
    const reports = (persona: Persona) => queryAs(persona)`select reason from reports`;
    expect([...(await reports(person))]).toEqual([{ reason: 'spam' }]);
    expect(await reports(drop.owner)).toHaveLength(0);
  });
});

describe('a drop that three established people have reported', () => {
  it('is hidden from visitors and others, but not from its owner', async () => {
    const drop = await make.drop();
    const other = await make.person();
    await reportBySome(drop, REPORTS_TO_HIDE - 1);
    expect(await database.sees('visitor', drop)).toBe(true);
    await reportBySome(drop, 1);
    expect(await database.sees('visitor', drop)).toBe(false);
    expect(await database.sees(other, drop)).toBe(false);
    expect(await database.sees(drop.owner, drop)).toBe(true);
  });

  it('is shown to people who do not block inappropriate content', async () => {
    const drop = await make.drop();
    await reportBySome(drop);
    const unfazed = await make.person({ block_inappropriate: false });
    expect(await database.sees(unfazed, drop)).toBe(true);
  });

  it('is shown again when the team has cleared a report', async () => {
    const drop = await make.drop();
    await reportBySome(drop);
    await sql`
      update reports set cleared_at = now() where id = (
        select id from reports where reported_voice_drop_id = ${drop.id} limit 1
      )`;
    expect(await database.sees('visitor', drop)).toBe(true);
  });

  it('is not hidden by reports of its author', async () => {
    const drop = await make.drop();
    for (let reports = 0; reports < REPORTS_TO_HIDE; reports += 1) {
      await reportPerson(await make.established(), drop.owner);
    }
    expect(await database.sees('visitor', drop)).toBe(true);
  });
});

describe('a report', () => {
  const counts = async (reporter: Person) => {
    const drop = await make.drop();
    await reportDrop(reporter, reporter, drop);
    const [row] = await sql`
      select counts_to_hide from public.reports where reporter_id = ${reporter.id}`;
    return row?.counts_to_hide;
  };
  /** A person with an account of the given age, and acts the given number of hours ago. */
  const personWithActs = async (age: number, actsHoursAgo: number[]) => {
    const person = await make.person();
    await sql`
      update auth.users
      set email_confirmed_at = now(), created_at = now() - make_interval(hours => ${age})
      where id = ${person.id}`;
    for (const hours of actsHoursAgo) {
      await make.drop(
        { created_at: new Date(Date.now() - hours * 3_600_000).toISOString() },
        person,
      );
    }
    return person;
  };

  it('counts toward hiding if its account is older than a day and has acts a day apart', async () => {
    expect(await counts(await personWithActs(48, [30, 2]))).toBe(true);
    expect(await counts(await make.established())).toBe(true);
  });

  it.each([
    ['is new', 0, []],
    ['is new and acted several times within a minute', 0, [0, 0, 0]],
    ['is younger than a day', 23, [22, 1]],
    ['is days old and has not acted', 72, []],
    ['is days old and acted several times at once', 72, [0, 0, 0]],
  ])('does not count if its account %s', async (_what, age, actsHoursAgo) => {
    expect(await counts(await personWithActs(age, actsHoursAgo))).toBe(false);
  });

  it('does not count if the account’s address is not confirmed', async () => {
    const person = await personWithActs(48, [30, 2]);
    await sql`update auth.users set email_confirmed_at = null where id = ${person.id}`;
    expect(await counts(person)).toBe(false);
  });

  it('counts comments, likes and follows as acts of its account', async () => {
    const day = new Date(Date.now() - 25 * 3_600_000).toISOString();
    const [commented, liked, followed] = [
      await personWithActs(48, [0]),
      await personWithActs(48, [0]),
      await personWithActs(48, [0]),
    ];
    const ofComment = await make.comment({ author: commented });
    await sql`update public.voice_drop_comments set created_at = ${day} where id = ${ofComment.id}`;
    const like = await make.like(liked, await make.drop());
    await sql`update public.voice_drop_likes set created_at = ${day} where id = ${like}`;
    const follow = await make.follow(followed, commented);
    await sql`update public.follows set created_at = ${day} where id = ${follow}`;
    expect([await counts(commented), await counts(liked), await counts(followed)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('counts as decided when it was made, until the team changes it', async () => {
    const drop = await make.drop();
    const newcomers = [
      await personWithActs(0, []),
      await personWithActs(0, []),
      await personWithActs(0, []),
    ];
    for (const newcomer of newcomers) await reportDrop(newcomer, newcomer, drop);
    expect(await database.sees('visitor', drop)).toBe(true);
    await sql`
      update auth.users set created_at = now() - interval '1 year', email_confirmed_at = now()`;
    await sql`update public.reports set cleared_at = null`;
    expect(await database.sees('visitor', drop)).toBe(true);
    await sql`update public.reports set counts_to_hide = true`;
    expect(await database.sees('visitor', drop)).toBe(false);
  });

  it('does not show its author whether it counts, and the author cannot change that', async () => {
    const drop = await make.drop();
    const person = await make.person();
    await expect(
      queryAs(person)`
        insert into reports (reporter_id, reported_voice_drop_id, reason, counts_to_hide)
        values (${person.id}, ${drop.id}, 'spam', true)`,
    ).rejects.toMatchObject(refused);
    await expect(queryAs(person)`select counts_to_hide from reports`).rejects.toMatchObject(
      refused,
    );
  });
});
