import { REPORTS_TO_HIDE } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { deskOf } from './support/desk.ts';
import { errorOf, refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const {
  appeal,
  caseOf,
  decide,
  deliver,
  isStored,
  mails,
  noticesTo,
  open,
  readsComment,
  reportPerson,
  reportedDrop,
  sees,
  statementsOf,
  undo,
} = deskOf(database);

const reportersThatCount = async (count = REPORTS_TO_HIDE) => {
  const reporters = [];
  for (let made = 0; made < count; made += 1) reporters.push(await make.established());
  return reporters;
};

const restrictionOf = async ({ id }: Person) => {
  const [row] = await sql<{ kind: string }[]>`
    select kind from private.restrictions where user_id = ${id} order by kind limit 1`;
  return row?.kind;
};

const nextWeek = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();

/** Everything of the desk that a decision writes. */
const traces = async () => {
  const [row] = await sql`
    select
      (select count(*)::int from decisions) as decisions,
      (select count(*)::int from private.cases where closed_at is null) as open_cases,
      (select count(*)::int from reports where decision_id is null and cleared_at is null) as reports,
      (select count(*)::int from report_evidence where kept_until is not null) as kept,
      (select count(*)::int from private.outbox where kind = 'decision') as notices`;
  return row;
};

describe('a decision', () => {
  it('applies its measure, closes the reports on the same subject, and is logged', async () => {
    const [staff, reporter, other] = [await make.staff(), ...(await make.people(2))];
    const { drop, owner, id } = await reportedDrop([reporter, other]);
    const held = await sql`select private.hold_drop(${drop.id}, '{"words": ["watches"]}')`;
    expect(held).toHaveLength(1);
    const decision = await decide(staff, id, 'remove');
    expect(await sees('visitor', drop)).toBe(false);
    expect(await sees(owner, drop)).toBe(true);
    const reports = await sql`select decision_id, cleared_at from reports`;
    expect([...reports]).toEqual([
      { decision_id: decision, cleared_at: null },
      { decision_id: decision, cleared_at: null },
    ]);
    const closed = await sql`select from private.cases where closed_by = ${decision}`;
    expect(closed).toHaveLength(2);
    const log = await sql`select staff_id, act, person_id, reason, after from private.staff_log`;
    expect([...log]).toMatchObject([
      {
        staff_id: staff.id,
        act: 'decide-remove',
        person_id: owner.id,
        reason: 'Advertising in disguise',
        after: { decision, rule: 'spam', basis: 'report' },
      },
    ]);
    // A later report opens another case.
    await make.report(await make.person(), drop);
    expect(await caseOf(drop)).not.toBe(id);
  });

  it('is one transaction: where a part of it fails, nothing is left', async () => {
    const staff = await make.staff();
    const { id, drop } = await reportedDrop([await make.person()]);
    const before = await traces();
    await sql`
      create function pg_temp.fail() returns trigger language plpgsql as
        'begin raise exception ''The log is full''; end'`;
    await sql`
      create trigger fail before insert on private.staff_log
        for each row execute function pg_temp.fail()`;
    expect(await errorOf(decide(staff, id, 'remove'))).toMatchObject({
      message: 'The log is full',
    });
    expect(await traces()).toEqual(before);
    expect(await sees('visitor', drop)).toBe(true);
  });

  it('that nothing is wrong ends the effect of the reports, and its owner learns of none', async () => {
    const staff = await make.staff();
    const { drop, owner, id } = await reportedDrop(await make.people(2));
    await decide(staff, id, 'none', { rule: null, words: '' });
    await deliver();
    expect(await statementsOf(owner)).toEqual([]);
    expect(await noticesTo(owner)).toEqual([]);
    const [later] = await reportersThatCount(1);
    await make.report(later!, drop);
    expect(await sees('visitor', drop)).toBe(true);
  });

  it.each([
    ['label', 'drop'],
    ['limit', 'drop'],
    ['remove', 'drop'],
    ['warn', 'drop'],
    ['suspend', 'drop'],
    ['ban', 'drop'],
    ['restore', 'message'],
    ['hold', 'drop'],
  ])('%s gives its rule and its reasons, and only where it applies', async (measure) => {
    const staff = await make.staff();
    const { id } = await reportedDrop([await make.person()]);
    const until = measure === 'suspend' ? nextWeek : null;
    const invalid = { code: '22023' };
    const decided = (changes: object) => errorOf(decide(staff, id, measure, { until, ...changes }));
    expect(await decided({ rule: null })).toMatchObject(invalid);
    expect(await decided({ words: ' \u200B' })).toMatchObject(invalid);
    expect(await decided({ until: until ? null : nextWeek })).toMatchObject(invalid);
    const automatic = queryAs(staff)`
      select desk_decide(${id}, ${measure}, 'spam', 'Ads', ${until}, 'automatic')`;
    expect(await errorOf(automatic)).toMatchObject(invalid);
    const endless = queryAs(
      staff,
    )`select desk_decide(${id}, ${measure}, 'spam', 'Ads', 'infinity')`;
    expect(await errorOf(endless)).toMatchObject({ code: expect.stringMatching('22023|23514') });
    expect(await decided({ rule: 'taste' })).toMatchObject({
      code: ['restore', 'hold'].includes(measure) ? '22023' : '23514',
    });
  });

  it.each(['suspend', 'ban'])('to %s one of staff takes their removal first', async (measure) => {
    const [moderator, admin] = [await make.staff('moderator'), await make.staff('admin')];
    await reportPerson(await make.person(), admin);
    const id = await caseOf(admin);
    const until = measure === 'suspend' ? nextWeek : null;
    expect(await errorOf(decide(moderator, id, measure, { until }))).toMatchObject({
      code: 'PT409',
      message: expect.stringContaining('staff'),
    });
    await make.staff('admin');
    await sql`delete from private.staff where user_id = ${admin.id}`;
    await decide(moderator, id, measure, { until });
  });

  it('about the person is in force until another one replaces it', async () => {
    const staff = await make.staff();
    const { owner, id } = await reportedDrop([await make.person()]);
    await decide(staff, id, 'suspend', { until: nextWeek });
    expect(await restrictionOf(owner)).toBe('suspended');
    await reportPerson(await make.person(), owner);
    const person = await caseOf(owner);
    expect((await open(staff, person)).measures).toContain('restore');
    const ban = await decide(staff, person, 'ban');
    expect(await restrictionOf(owner)).toBe('banned');
    await deliver();
    expect(await statementsOf(owner)).toMatchObject([
      { measure: 'ban', ended_on: null },
      { measure: 'suspend', ended_on: expect.any(Date) },
    ]);
    const [found] = await queryAs<{ id: string }[]>(staff)`
      select desk_find(${owner.username}) as id`;
    await decide(staff, found!.id, 'restore', { rule: null, words: '' });
    expect(await restrictionOf(owner)).toBeUndefined();
    const [ended] = await sql`select ended_at from decisions where id = ${ban}`;
    expect(ended?.ended_at).not.toBeNull();
  });
});

describe('a decision that is undone', () => {
  it('leaves everything as it was, but for the log', async () => {
    const staff = await make.staff();
    const { drop, owner, id } = await reportedDrop(await reportersThatCount());
    expect(await sees('visitor', drop)).toBe(false);
    await sql`select private.hold_drop(${drop.id})`;
    await deliver();
    const [before, seen] = [await traces(), await statementsOf(owner)];
    for (const measure of ['none', 'label', 'limit', 'remove', 'ban']) {
      await undo(staff, await decide(staff, id, measure));
      expect(await traces()).toEqual(before);
      expect(await statementsOf(owner)).toEqual(seen);
    }
    const [row] = await sql`
      select is_flagged, moderation, is_sensitive, is_limited from voice_drops where id = ${drop.id}`;
    expect(row).toEqual({
      is_flagged: true,
      moderation: 'held',
      is_sensitive: false,
      is_limited: false,
    });
    expect(await restrictionOf(owner)).toBeUndefined();
    const acts = await sql`select from private.staff_log where act like 'undo-%'`;
    expect(acts).toHaveLength(5);
  });

  it('is one’s own, and not once its notices are delivered', async () => {
    const [staff, other] = [await make.staff(), await make.staff('admin')];
    const { owner, id } = await reportedDrop([await make.person()]);
    const decision = await decide(staff, id, 'remove');
    expect(await statementsOf(owner)).toEqual([]);
    expect(await errorOf(undo(other, decision))).toMatchObject({ code: 'PT409' });
    await deliver();
    expect(await errorOf(undo(staff, decision))).toMatchObject({ code: 'PT409' });
  });

  it('takes what was reported meanwhile into its case', async () => {
    const staff = await make.staff();
    const { drop, id } = await reportedDrop(await reportersThatCount());
    const decision = await decide(staff, id, 'limit');
    for (const reporter of await reportersThatCount()) await make.report(reporter, drop);
    const later = await caseOf(drop);
    await undo(staff, decision);
    expect(await caseOf(drop)).toBe(id);
    expect((await open(staff, id)).case).toMatchObject({ report_count: 6, reasons: { spam: 6 } });
    const left = await sql`
      select from reports where case_id <> ${id}
      union all select from report_evidence where case_id <> ${id} or kept_until is not null
      union all select from decisions where case_id <> ${id}
      union all select from private.cases where id = ${later}`;
    expect(left).toHaveLength(0);
  });

  it('leaves the same measure of another decision in force', async () => {
    const [staff, other] = [await make.staff(), await make.staff()];
    const { drop, owner, id } = await reportedDrop([await make.person()]);
    await decide(staff, id, 'label');
    await make.report(await make.person(), drop);
    await undo(other, await decide(other, await caseOf(drop), 'label'));
    expect(await sql`select from voice_drops where id = ${drop.id} and is_sensitive`).toHaveLength(
      1,
    );
    const replaced = await decide(staff, await caseOf(drop), 'suspend', { until: nextWeek });
    await reportPerson(await make.person(), owner);
    await decide(other, await caseOf(owner), 'suspend', { until: nextWeek });
    expect(await errorOf(undo(staff, replaced))).toMatchObject({ code: 'PT409' });
    expect(await restrictionOf(owner)).toBe('suspended');
  });
});

describe('a statement', () => {
  it('says what, why and for how long, and not who, how many or when finer than a day', async () => {
    const staff = await make.staff();
    const reporters = await make.people(2);
    const { owner, id } = await reportedDrop(reporters);
    await sql`update reports set description = 'He sells watches in every thread'`;
    await decide(staff, id, 'suspend', { until: nextWeek });
    await deliver();
    const [statement] = await queryAs(owner)`
      select id, person_id, subject_kind, subject_id, measure, rule, words, basis, until, decided_on,
        ended_on, appealable_until, excerpt
      from decisions`;
    expect(statement).toMatchObject({
      measure: 'suspend',
      subject_kind: 'drop',
      rule: 'spam',
      words: 'Advertising in disguise',
      basis: 'report',
      excerpt: 'Cheap watches',
    });
    const sent = await mails();
    expect(sent.map(({ mail, email }) => `${mail} ${email}`).toSorted()).toEqual(
      [
        `mail-statement ${owner.id}@example.com`,
        ...reporters.map((reporter) => `mail-outcome ${reporter.id}@example.com`),
      ].toSorted(),
    );
    expect(await noticesTo(owner)).toEqual(['statement drop:suspend']);
    const mail = sent.find(({ mail }) => mail === 'mail-statement');
    const text = JSON.stringify([
      statement,
      { ...mail, email: '' },
      await queryAs(owner)`select content, decision_id, actor_id from notifications`,
    ]);
    for (const hidden of [...reporters, staff]) {
      expect(text).not.toContain(hidden.id);
      expect(text).not.toContain(hidden.username);
    }
    expect(text).not.toContain('every thread');
    const times = [...text.matchAll(/T(\d\d:\d\d:\d\d[^"]*)"/g)].map(([, time]) => time);
    expect(new Set(times.map((time) => time!.slice(0, 8)))).toEqual(new Set(['00:00:00']));
    for (const column of ['case_id', 'decided_by', 'created_at', 'shown_from', 'ended_at']) {
      await expect(queryAs(owner)`select ${sql(column)} from decisions`).rejects.toMatchObject(
        refused,
      );
    }
  });

  it('is read by the person alone, also when they are suspended or banned', async () => {
    const staff = await make.staff();
    const [reporter] = await make.people(2);
    const { owner, id } = await reportedDrop([reporter]);
    await decide(staff, id, 'ban');
    await deliver();
    expect(await statementsOf(owner)).toHaveLength(1);
    for (const persona of [reporter, staff, await make.person()]) {
      expect(await statementsOf(persona)).toEqual([]);
    }
    await expect(statementsOf('visitor')).rejects.toMatchObject(refused);
    for (const statement of [
      sql`update decisions set measure = 'none'`,
      sql`delete from decisions`,
      sql`insert into decisions (measure) values ('none')`,
      sql`update appeals set outcome = 'upheld'`,
      sql`insert into appeals (decision_id) values (gen_random_uuid())`,
    ]) {
      await expect(queryAs(owner)`${statement}`).rejects.toMatchObject(refused);
    }
  });

  it('comes at once, automatically, when three reports have hidden a drop', async () => {
    const [staff, reporters] = [await make.staff(), await reportersThatCount()];
    const { drop, owner, id } = await reportedDrop(reporters.slice(0, 2));
    await deliver();
    expect(await noticesTo(owner)).toEqual([]);
    await make.report(reporters[2]!, drop);
    const [due] =
      await sql`select due <= now() as is_due from private.outbox where kind = 'decision'`;
    expect(due).toEqual({ is_due: true });
    await deliver();
    expect(await noticesTo(owner)).toEqual(['statement drop:flag']);
    expect(await statementsOf(owner)).toMatchObject([
      { measure: 'flag', basis: 'automatic', rule: null, words: null, ended_on: null },
    ]);
    expect(await mails()).toMatchObject([{ mail: 'mail-statement', content: 'drop:flag' }]);
    await make.report(await make.established(), drop);
    expect(await statementsOf(owner)).toHaveLength(1);
    await decide(staff, id, 'none');
    await deliver();
    expect(await sees('visitor', drop)).toBe(true);
    expect(await noticesTo(owner)).toEqual(['statement drop:flag', 'statement drop:none']);
    expect(await statementsOf(owner)).toMatchObject([
      { measure: 'flag', ended_on: expect.any(Date) },
      { measure: 'none' },
    ]);
  });

  it('comes at once when a drop is held, which waits for the desk and is shown there as late after 72 hours', async () => {
    const staff = await make.staff();
    const drop = await make.drop();
    await sql`select private.hold_drop(${drop.id}, '{"words": ["watches"]}')`;
    await deliver();
    expect(await sees('visitor', drop)).toBe(false);
    expect(await noticesTo(drop.owner)).toEqual(['statement drop:hold']);
    const id = await caseOf(drop);
    const isLate = async () => (await open(staff, id)).case.is_overdue;
    expect(await isLate()).toBe(false);
    await sql`update private.cases set opened_at = opened_at - interval '73 hours'`;
    expect(await isLate()).toBe(true);
    await decide(staff, id, 'none');
    expect(await sees('visitor', drop)).toBe(true);
    await deliver();
    expect(await noticesTo(drop.owner)).toEqual(['statement drop:hold', 'statement drop:none']);
  });
});

it('the reporters are notified of the outcome, each once', async () => {
  const staff = await make.staff();
  const reporters = await make.people(3);
  const { id } = await reportedDrop(reporters.slice(0, 2));
  await decide(staff, id, 'remove');
  const { id: other } = await reportedDrop(reporters.slice(2));
  await decide(staff, other, 'none');
  // One who reports what is limited, and is shown in lists again.
  const { drop, id: limited } = await reportedDrop([await make.person()]);
  await decide(staff, limited, 'limit');
  const late = await make.person();
  await make.report(late, drop);
  await sql`update reports set created_at = '2026-11-20T23:59:00Z'`;
  await decide(staff, await caseOf(drop), 'restore');
  await deliver();
  await deliver();
  const notices = [];
  for (const reporter of [...reporters, late]) notices.push(await noticesTo(reporter));
  // The reason and the day by which they know their report.
  expect(notices).toEqual([
    ['outcome drop:acted:spam:2026-11-20'],
    ['outcome drop:acted:spam:2026-11-20'],
    ['outcome drop:none:spam:2026-11-20'],
    ['outcome drop:none:spam:2026-11-20'],
  ]);
});

describe('a removed drop', () => {
  it('is restored within 30 days with its likes, comments, counts and places', async () => {
    const [staff, fan] = [await make.staff(), await make.person()];
    const { drop, id } = await reportedDrop([await make.person()]);
    const comment = await make.comment({ on: drop, author: fan });
    await make.like(fan, drop);
    await make.bookmark(fan, drop);
    const shape = async () => [
      await sql`
        select title, audience, created_at, like_count(posted), comment_count(posted)
        from voice_drops as posted where id = ${drop.id}`,
      await queryAs(fan)`
        select voice_drops.id from bookmarks join voice_drops on voice_drops.id = voice_drop_id`,
      await queryAs('visitor')`select content from voice_drop_comments where id = ${comment.id}`,
      await sql`
        select posted_at, liked, commented from voice_drop_ranks where voice_drop_id = ${drop.id}`,
      await sql`select like_count from profile_counts where user_id = ${drop.owner.id}`,
    ];
    const before = await shape();
    await decide(staff, id, 'remove');
    expect(await readsComment('visitor', comment)).toBe(false);
    const closed = await open(staff, id);
    expect(closed).toMatchObject({ measures: ['restore'], restorable_until: expect.any(String) });
    await decide(staff, id, 'restore', { rule: null, words: '' });
    expect(await shape()).toEqual(before);
    await deliver();
    expect(await noticesTo(drop.owner)).toEqual([
      'statement drop:remove',
      'statement drop:restore',
    ]);
  });

  it('is deleted after 30 days, its evidence and the decision six months after it was closed', async () => {
    const staff = await make.staff();
    const { drop, owner, id } = await reportedDrop([await make.person()]);
    const comment = await make.comment();
    await make.reportComment(await make.person(), comment);
    await decide(staff, id, 'remove');
    await decide(staff, await caseOf(comment), 'remove');
    const pass = async (span: string) => {
      await sql`
        update decisions set created_at = created_at - ${span}::interval,
          shown_from = shown_from - ${span}::interval - interval '10 seconds'`;
      await sql`update private.cases set closed_at = closed_at - ${span}::interval`;
      await sql`update report_evidence set kept_until = kept_until - ${span}::interval`;
      await sql`select private.delete_removed()`;
      await sql`select private.delete_old_cases()`;
      await sql`select private.delete_expired()`;
    };
    await pass('29 days');
    expect(await sees(owner, drop)).toBe(true);
    await pass('1 day');
    expect(await sees(owner, drop)).toBe(false);
    expect(await readsComment(comment.author, comment)).toBe(false);
    expect(await isStored(drop)).toBe(true);
    await pass('5 months');
    expect(await statementsOf(owner)).toHaveLength(1);
    await pass('32 days');
    expect(await isStored(drop)).toBe(false);
    expect(await statementsOf(owner)).toEqual([]);
    expect(await sql`select from reports`).toHaveLength(0);
    expect(await sql`select from report_evidence`).toHaveLength(0);
  });
});

it('a deleted account leaves its decisions without what it had written', async () => {
  const staff = await make.staff();
  const { owner, id } = await reportedDrop([await make.person()]);
  const decision = await decide(staff, id, 'remove');
  await deliver();
  await appeal(owner, decision);
  await sql`delete from auth.users where id = ${owner.id}`;
  const rows = await sql`
    select measure, excerpt, appeals.words from decisions join appeals on decision_id = id`;
  expect([...rows]).toEqual([{ measure: 'remove', excerpt: null, words: null }]);
  const left = await sql`select excerpt from private.cases where excerpt is not null`;
  expect(left).toHaveLength(0);
});

it('figures count reports, decisions and appeals of a span of days', async () => {
  const [staff, other] = [await make.staff(), await make.staff()];
  const { owner, id } = await reportedDrop(await make.people(2));
  await sql`update private.cases set opened_at = opened_at - interval '90 minutes'`;
  const decision = await decide(staff, id, 'remove');
  await deliver();
  await appeal(owner, decision);
  await decide(other, await caseOf({ id: decision }), 'restore', { rule: null });
  await reportedDrop([await make.person()]);
  const [row] = await queryAs<{ figures: object }[]>(staff)`
    select desk_figures(current_date - 1, current_date + 1) as figures`;
  expect(row!.figures).toMatchObject({
    reports: 3,
    reports_by_reason: { spam: 3 },
    cases_open: 1,
    decisions: { remove: 1 },
    appeals: 1,
    appeals_decided: 1,
    appeals_upheld: 1,
  });
});
