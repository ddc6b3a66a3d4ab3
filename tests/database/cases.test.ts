import { describe, expect, it } from 'vitest';
import { conversationsOf } from './support/conversations.ts';
import { deskOf } from './support/desk.ts';
import { breaksReference, errorOf, refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { open: openConversation, send, clip } = conversationsOf(database);
const {
  appeal,
  caseOf,
  decide,
  deliver,
  isStored,
  loads,
  open,
  queue,
  reportedDrop,
  reportPerson,
} = deskOf(database);

const noSuchCase = { code: 'PT404' };

const reportMessage = (reporter: Person, message: { id: string }) =>
  queryAs(reporter)`
    insert into reports (reporter_id, reported_message_id, reason)
    values (${reporter.id}, ${message.id}, 'harassment')`;

/** A message that its recipient has reported, and its clip. */
const reportedMessage = async (isAnonymous = false) => {
  const sender = await make.established();
  const recipient = await make.person({ allow_anonymous: true });
  const conversation = await openConversation(sender, recipient, isAnonymous);
  const uploaded = await clip(sender);
  const message = await send(sender, conversation, {
    content: isAnonymous ? null : 'You are nobody',
    clip: uploaded,
  });
  if (isAnonymous) {
    await sql`select private.deliver_waiting(${conversation}, now() + interval '1 hour')`;
  }
  await reportMessage(recipient, message);
  const [object] = await sql<{ path: string }[]>`
    update private.message_clips set stored_at = null where id = ${uploaded} returning name as path`;
  await sql`
    insert into storage.objects (bucket_id, name, metadata)
    values ('messages', ${object!.path}, '{"mimetype": "audio/mpeg", "size": 1}')`;
  return { sender, recipient, message, path: object!.path, id: await caseOf(message) };
};

interface Page {
  cases: { id: string }[];
  next: object | null;
}

const readPage = async (staff: Person, order: string, after: object | null): Promise<Page> => {
  const [row] = await queryAs<{ page: Page }[]>(staff)`
    select desk_queue(${sql.json({ order })}, ${after && sql.json({ ...after })}, 2) as page`;
  return row!.page;
};

describe('a case', () => {
  it('has the reports of one subject, with their number and reasons', async () => {
    const staff = await make.staff();
    const reporters = await make.people(3);
    const { drop, owner, id } = await reportedDrop(reporters.slice(0, 2));
    await sql`
      insert into reports (reporter_id, reported_voice_drop_id, reason)
      values (${reporters[2].id}, ${drop.id}, 'violence')`;
    await reportPerson(reporters[0], owner);
    expect(await queue(staff, { order: 'most' })).toMatchObject([
      {
        id,
        kind: 'drop',
        subject_id: drop.id,
        person: { user_id: owner.id },
        report_count: 3,
        reasons: { spam: 2, violence: 1 },
        excerpt: 'Cheap watches',
        has_clip: true,
      },
      { kind: 'person', subject_id: owner.id, report_count: 1, reasons: { harassment: 1 } },
    ]);
    expect(await queue(staff, { kind: 'person' })).toHaveLength(1);
    expect(await queue(staff, { reason: 'violence', order: 'most' })).toMatchObject([{ id }]);
    expect(await queue(staff, { state: 'closed' })).toEqual([]);
  });

  it('is listed page after page, in each order', async () => {
    const staff = await make.staff();
    const [reporter] = await make.people(2);
    for (let count = 0; count < 5; count += 1) await reportedDrop([reporter]);
    for (const order of ['oldest', 'newest', 'most']) {
      const ids = [];
      let after: object | null = null;
      do {
        const page: Page = await readPage(staff, order, after);
        ids.push(...page.cases.map(({ id }) => id));
        after = page.next;
      } while (after);
      expect(new Set(ids).size).toBe(5);
      expect(ids).toHaveLength(5);
    }
  });

  it('shows how many of the reporters’ reports were upheld', async () => {
    const staff = await make.staff();
    const reporter = await make.person();
    for (const measure of ['none', 'remove']) {
      await decide(staff, (await reportedDrop([reporter])).id, measure);
    }
    const { id } = await reportedDrop([reporter]);
    expect(await queue(staff)).toMatchObject([{ id, reporters: { decided: 2, upheld: 1 } }]);
    expect(await open(staff, id)).toMatchObject({
      reports: [{ reporter: { user_id: reporter.id, decided: 2, upheld: 1 } }],
    });
  });

  it('does not exist for staff who take part in it, as reporter or as the person', async () => {
    const [staff, other] = [await make.staff(), await make.staff('admin')];
    const { id: reported } = await reportedDrop([staff]);
    const { id: own, drop } = await reportedDrop([await make.person()], staff);
    const { id: message } = await reportedMessage();
    await sql`update reports set reporter_id = ${staff.id} where case_id = ${message}`;
    expect(await queue(staff)).toEqual([]);
    expect(await queue(other)).toHaveLength(3);
    for (const id of [reported, own, message]) {
      for (const call of [
        sql`desk_case(${id})`,
        sql`desk_assign(${id}, true)`,
        sql`desk_decide(${id}, 'none')`,
        sql`desk_open_messages(${id}, 'Because')`,
        sql`desk_show_sender(${id}, 'Because')`,
      ]) {
        expect(await errorOf(queryAs(staff)`select ${call}`)).toMatchObject(noSuchCase);
      }
    }
    expect(await loads(staff, { path: drop.path })).toBe(true);
    for (const call of [sql`desk_find(${staff.username})`, sql`desk_history(${staff.id})`]) {
      expect(await errorOf(queryAs(staff)`select ${call}`)).toMatchObject({ code: 'PT404' });
    }
  });

  it('in which staff take part is not in their numbers, nor its decision in a history', async () => {
    const [staff, reporter] = [await make.staff(), await make.staff()];
    await reportPerson(await make.person(), reporter);
    const { drop, owner, id } = await reportedDrop([reporter]);
    const [page] = await queryAs(reporter)`select desk_queue() -> 'counts' ->> 'open' as number`;
    expect(page).toEqual({ number: '0' });
    await decide(staff, id, 'remove');
    await sql`select private.revert_measure('drop', ${drop.id}, 'remove')`;
    await make.report(await make.person(), drop);
    const [history] = await queryAs(reporter)`select desk_history(${owner.id}) as of_owner`;
    expect(history?.of_owner).toMatchObject({ decisions: [], person: { decisions: 0 } });
    expect(await open(reporter, await caseOf(drop))).toMatchObject({ decisions: [], earlier: [] });
  });

  it('is assigned to one of staff, so that two do not decide it', async () => {
    const [one, two, admin] = [await make.staff(), await make.staff(), await make.staff('admin')];
    const { id } = await reportedDrop([await make.person()]);
    const assign = (staff: Person, mine = true) =>
      queryAs(staff)`select desk_assign(${id}, ${mine})`;
    await assign(one);
    expect(await queue(one, { assigned: 'me' })).toHaveLength(1);
    expect(await queue(two, { assigned: 'none' })).toHaveLength(0);
    expect(await errorOf(assign(two))).toMatchObject({ code: 'PT409' });
    expect(await errorOf(decide(two, id, 'none'))).toMatchObject({ code: 'PT409' });
    await sql`update private.cases set assigned_at = now() - interval '31 minutes'`;
    await assign(two);
    await assign(admin);
    await assign(admin, false);
    await decide(one, id, 'none');
    expect(await errorOf(decide(two, id, 'none'))).toMatchObject({ code: 'PT409' });
  });

  it('of a drop, a comment or a person is opened by staff without a report, with its evidence', async () => {
    const staff = await make.staff();
    const comment = await make.voiceComment({ content: 'Buy now' });
    const { drop } = comment;
    const idOf = async (kind: string, subject: string) => {
      const [row] = await queryAs<{ id: string }[]>(staff)`
        select desk_open(${kind}, ${subject}) as id`;
      return row!.id;
    };
    expect(await open(staff, await idOf('drop', drop.id))).toMatchObject({
      evidence: [{ words: 'A late thought', path: drop.path }],
    });
    expect(await open(staff, await idOf('comment', comment.id))).toMatchObject({
      evidence: [{ words: 'Buy now', path: comment.path }],
      thread: [{ id: comment.id, is_subject: true }],
    });
    const [found] = await queryAs<{ id: string }[]>(staff)`
      select desk_find(${drop.owner.username.toUpperCase()}) as id`;
    expect(await idOf('person', drop.owner.id)).toBe(found!.id);
    expect(await open(staff, found!.id)).toMatchObject({
      evidence: [{ facts: { username: drop.owner.username } }],
    });
    for (const subject of [comment.id, staff.id]) {
      expect(await errorOf(idOf('person', subject))).toMatchObject({ code: 'PT404' });
    }
    const acts =
      await sql`select distinct subject_kind from private.staff_log where act = 'open-case'`;
    expect(acts).toHaveLength(3);
  });

  it('at which staff have only looked is in no list and no number, and is deleted after a day', async () => {
    const [staff, owner] = [await make.staff(), await make.person()];
    const find = async () => {
      const [row] = await queryAs<{ id: string }[]>(staff)`
        select desk_find(${owner.username}) as id`;
      return row!.id;
    };
    const passDay = () => sql`
      update private.cases set opened_at = opened_at - interval '1 day', latest_at = latest_at - interval '1 day'`;
    const listed = async () => {
      const [row] = await queryAs<{ history: { cases: object[]; person: object } }[]>(staff)`
        select desk_history(${owner.id}) as history, desk_queue() -> 'counts' as counts`;
      return [await queue(staff), row];
    };
    const id = await find();
    expect(await listed()).toMatchObject([
      [],
      { history: { cases: [], person: { cases: 0 } }, counts: { open: 0 } },
    ]);
    await passDay();
    await sql`select private.delete_old_cases()`;
    await sql`select private.delete_expired()`;
    expect(await errorOf(open(staff, id))).toMatchObject(noSuchCase);
    expect(await sql`select from report_evidence`).toHaveLength(0);

    const reported = await find();
    await passDay();
    await reportPerson(await make.person(), owner);
    await sql`select private.delete_old_cases()`;
    expect(await listed()).toMatchObject([
      [{ id: reported }],
      { history: { cases: [{ id: reported }], person: { cases: 1 } }, counts: { open: 1 } },
    ]);
    const [age] = await sql`select opened_at = now() as is_new from private.cases`;
    expect(age).toEqual({ is_new: true });
  });

  it('notifies the desk without naming itself; only staff with the second factor receive that', async () => {
    const [staff, member] = [await make.staff(), await make.person()];
    const { drop, id } = await reportedDrop([await make.person()]);
    const received = (persona: Person) =>
      database.as(persona, async (caller) => {
        await caller`select set_config('realtime.topic', 'desk', true)`;
        const rows = await caller<{ payload: object }[]>`
          select payload from realtime.messages where topic = 'desk'`;
        return rows.map(({ payload }) => JSON.stringify(payload));
      });
    const messages = await received(staff);
    expect(messages).not.toEqual([]);
    expect(messages.join()).not.toMatch(new RegExp(`${id}|${drop.id}|${drop.owner.id}`, 'u'));
    expect(await received({ ...staff, aal: 'aal1' })).toEqual([]);
    expect(await received(member)).toEqual([]);
  });
});

describe('evidence', () => {
  const deleteAccount = async ({ id }: { id: string }) => {
    for (;;) {
      const [row] = await sql<{ left: boolean }[]>`select delete_account_rows(${id}, 10) as left`;
      if (!row!.left) break;
    }
    expect(await sql`select removable_files(${id})`).toHaveLength(0);
    await sql`delete from auth.users where id = ${id}`;
  };

  it('is loaded by staff who may decide the case, and by nobody else', async () => {
    const [staff, reporter] = [await make.staff(), await make.person()];
    const partial = await make.staff();
    const drop = await make.drop({ privacy_level: 'private' });
    await make.report(reporter, drop);
    await make.report(partial, drop);
    expect(await loads(staff, drop)).toBe(true);
    for (const persona of [partial, reporter, { ...staff, aal: 'aal1' } as const]) {
      expect(await loads(persona, drop)).toBe(false);
    }
    for (const persona of [staff, reporter] as const) {
      await expect(queryAs(persona)`select from report_evidence`).rejects.toMatchObject(refused);
    }
  });

  it('of a drop outlives the drop and the account, of which the owner notices nothing', async () => {
    const staff = await make.staff();
    const answers = [];
    const made = [];
    for (const isReported of [false, true]) {
      const drop = await make.drop({ title: 'Cheap watches', hashtags: ['watch'] });
      if (isReported) await make.report(await make.person(), drop);
      await queryAs(drop.owner)`delete from voice_drops where id = ${drop.id}`;
      answers.push([
        await loads(drop.owner, drop),
        (await queryAs(drop.owner)`delete from storage.objects where name = ${drop.path}`).count,
        (await queryAs(drop.owner)`select unused_uploads()`).length,
        await errorOf(
          queryAs(drop.owner)`
            insert into storage.objects (bucket_id, name, metadata)
            values ('voice-drops', ${drop.path}, '{"mimetype": "audio/wav"}')`,
        ),
      ]);
      made.push(drop);
    }
    expect(answers[1]).toEqual(answers[0]);
    const [, drop] = made;
    const id = await caseOf(drop!);
    await deleteAccount(drop!.owner);
    expect(await isStored(drop!)).toBe(true);
    expect(await loads(staff, drop!)).toBe(true);
    expect(await open(staff, id)).toMatchObject({
      case: { report_count: 1 },
      subject: { exists: false },
      evidence: [{ words: 'Cheap watches', facts: { hashtags: ['watch'] }, path: drop!.path }],
    });
    await decide(staff, id, 'warn');
    const months = async (span: string) => {
      await sql`update report_evidence set kept_until = kept_until - ${span}::interval`;
      await sql`select private.delete_expired()`;
      return isStored(drop!);
    };
    expect(await months('5 months')).toBe(true);
    expect(await months('1 month')).toBe(false);
  });

  it('of a person keeps the picture they had, of which they notice nothing', async () => {
    const staff = await make.staff();
    const answers = [];
    const made = [];
    for (const isReported of [false, true]) {
      const owner = await make.session(await make.person());
      const path = await make.avatar(owner);
      if (isReported) await reportPerson(await make.person(), owner);
      const remove = async () =>
        (await queryAs(owner)`delete from storage.objects where name = ${path}`).count;
      const save = (url: string | null) =>
        queryAs(owner)`update profiles set avatar_url = ${url} where user_id = ${owner.id}`;
      const whileInUse = [await loads('visitor', { path }), await remove()];
      const [row] = await queryAs<{ url: string }[]>(owner)`
        select avatar_url as url from profiles where user_id = ${owner.id}`;
      await save(null);
      answers.push([
        ...whileInUse,
        await loads(owner, { path }),
        await loads('visitor', { path }),
        await remove(),
        (await queryAs(owner)`select unused_uploads()`).length,
        await errorOf(
          queryAs(owner)`
            insert into storage.objects (bucket_id, name, metadata)
            values ('voice-drops', ${path}, '{"mimetype": "image/png"}')`,
        ),
        await errorOf(save(row!.url)),
      ]);
      made.push({ id: owner.id, path });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).toMatchObject([true, 0, false, false, 0, 0, refused, breaksReference]);
    const [unreported, reported] = made;
    expect([await isStored(unreported!), await isStored(reported!)]).toEqual([false, true]);
    const id = await caseOf(reported!);
    await deleteAccount(reported!);
    expect(await loads(staff, reported!)).toBe(true);
    expect(await open(staff, id)).toMatchObject({
      case: { has_clip: false },
      evidence: [{ kind: 'person', bucket: 'voice-drops', path: reported!.path }],
    });
    await decide(staff, id, 'warn');
    await sql`update report_evidence set kept_until = now()`;
    await sql`select private.delete_expired()`;
    expect(await isStored(reported!)).toBe(false);
  });

  it('is listed once, however often the same was reported', async () => {
    const staff = await make.staff();
    const { drop, id } = await reportedDrop(await make.people(3));
    expect((await open(staff, id)).evidence).toHaveLength(1);
    await sql`update voice_drops set title = 'Watches' where id = ${drop.id}`;
    await make.report(await make.person(), drop);
    expect((await open(staff, id)).evidence).toMatchObject([
      { words: 'Cheap watches' },
      { words: 'Watches' },
    ]);
  });
});

describe('a report', () => {
  it('says the same to its author whatever became of its subject', async () => {
    const [staff, reporter] = [await make.staff(), await make.person()];
    const own = () => queryAs(reporter)`select * from (
      select id, reported_voice_drop_id, reported_user_id, reason from reports
    ) as own`;
    const { drop, id } = await reportedDrop([reporter]);
    const before = await own();
    await decide(staff, id, 'remove');
    expect(await own()).toEqual(before);
    await sql`delete from voice_drops where id = ${drop.id}`;
    expect(await own()).toEqual(before);
  });
});

describe('private messages', () => {
  it('are shown to staff who have given a reason, which is logged, for an hour', async () => {
    const [staff, other] = [await make.staff(), await make.staff()];
    const { id, path, message } = await reportedMessage();
    expect((await open(staff, id)).evidence).toEqual([]);
    expect(await loads(staff, { path })).toBe(false);
    const openMessages = (reason: string) =>
      queryAs(staff)`select desk_open_messages(${id}, ${reason})`;
    expect(await errorOf(openMessages(' '))).toMatchObject({ code: '22023' });
    await openMessages('A threat was reported');
    const evidence = [{ words: 'You are nobody', bucket: 'messages', path, is_of_person: true }];
    expect(await open(staff, id)).toMatchObject({ evidence });
    expect(await loads(staff, { path })).toBe(true);
    expect((await open(other, id)).evidence).toEqual([]);
    expect(await loads(other, { path })).toBe(false);
    const logged = await sql`
      select staff_id, act, subject_id, reason from private.staff_log`;
    expect([...logged]).toEqual([
      {
        staff_id: staff.id,
        act: 'open-messages',
        subject_id: message.id,
        reason: 'A threat was reported',
      },
    ]);
    // The log cannot be changed: the test lets its time pass by another setting of the superuser.
    await sql`set local session_replication_role = replica`;
    await sql`update private.staff_log set at = now() - interval '61 minutes'`;
    await sql`set local session_replication_role = origin`;
    expect((await open(staff, id)).evidence).toEqual([]);
    expect(await loads(staff, { path })).toBe(false);
  });

  it('of an anonymous sender do not say who it is, until staff show it with a reason', async () => {
    const staff = await make.staff();
    const { sender, recipient, id } = await reportedMessage(true);
    await queryAs(staff)`select desk_open_messages(${id}, 'A threat was reported')`;
    const everything = async () =>
      JSON.stringify([
        await queue(staff),
        await open(staff, id),
        await sql`select * from private.staff_log`,
        await errorOf(queryAs(staff)`select desk_history(${sender.id})`).then(String),
        await queryAs(staff)`select * from desk_log()`,
      ]);
    const [history] = await queryAs(staff)`select desk_history(${sender.id}) as of_sender`;
    expect(history?.of_sender).toMatchObject({ cases: [], decisions: [], person: { cases: 0 } });
    expect(await everything()).not.toContain(sender.id);
    expect(await everything()).not.toContain(sender.username);
    expect(await everything()).toContain(recipient.id);

    const show = (reason: string) => queryAs(staff)`
      select desk_show_sender(${id}, ${reason}) as account`;
    expect(await errorOf(show(''))).toMatchObject({ code: '22023' });
    const [shown] = await show('The police asks');
    expect(shown?.account).toMatchObject({ user_id: sender.id });
    expect(await open(staff, id)).toMatchObject({ person: { user_id: sender.id } });
    const logged =
      await sql`select person_id, reason from private.staff_log where act = 'show-sender'`;
    expect([...logged]).toEqual([{ person_id: sender.id, reason: 'The police asks' }]);
  });

  it('of an anonymous sender do not say who it is either who reports the answer, or appeals', async () => {
    const [staff, other] = [await make.staff(), await make.staff()];
    const { sender, recipient, message, id } = await reportedMessage(true);
    const decision = await decide(staff, id, 'warn', { rule: 'harassment' });
    await deliver();
    const answer = await send(recipient, message.conversation_id, 'I will find you');
    await reportMessage(sender, answer);
    await appeal(await make.session(sender), decision);
    const reported = await caseOf(answer);
    await queryAs(other)`select desk_open_messages(${reported}, 'A threat was reported')`;
    const appealed = await caseOf({ id: decision });
    const seen = JSON.stringify([
      await queue(other),
      await open(other, reported),
      await open(other, appealed),
    ]);
    expect(seen).toContain('I will find you');
    expect(seen).not.toContain(sender.id);
    expect(seen).not.toContain(sender.username);
    await queryAs(other)`select desk_show_sender(${appealed}, 'The police asks')`;
    expect(await open(other, appealed)).toMatchObject({ person: { user_id: sender.id } });
  });

  it('of an anonymous sender, who is not shown, are decided without a name in the log', async () => {
    const staff = await make.staff();
    const { sender, id } = await reportedMessage(true);
    await decide(staff, id, 'warn', { rule: 'harassment' });
    const log = JSON.stringify(await sql`select * from private.staff_log`);
    expect(log).toContain('decide-warn');
    expect(log).not.toContain(sender.id);
    const [history] = await queryAs(staff)`select desk_history(${sender.id}) as of_sender`;
    expect(history?.of_sender).toMatchObject({ cases: [], decisions: [] });
  });
});

it('a hashtag is hidden and shown again with a reason, which is logged', async () => {
  const staff = await make.staff();
  await make.drop({ hashtags: ['spam'] });
  const hide = (isHidden: boolean) =>
    queryAs(staff)`select desk_hide_hashtag('#Spam', ${isHidden}, 'A flood of them')`;
  const isListed = async () =>
    (await queryAs('visitor')`select from hashtags where tag = 'spam'`).length === 1;
  expect(await isListed()).toBe(true);
  await hide(true);
  expect(await isListed()).toBe(false);
  await hide(false);
  expect(await isListed()).toBe(true);
  const acts = await sql`select act, subject_id, reason from private.staff_log order by id`;
  expect([...acts]).toEqual([
    { act: 'hide-hashtag', subject_id: 'spam', reason: 'A flood of them' },
    { act: 'show-hashtag', subject_id: 'spam', reason: 'A flood of them' },
  ]);
});
