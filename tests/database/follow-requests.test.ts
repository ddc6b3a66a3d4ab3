import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createFactories } from './support/factories.ts';
import { alreadyThere, become, errorOf, refused, type Person } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;

const makeClosed = () => make.person({ is_private: true });

/** Follows an account, and returns the rows that the statement returns. */
const follow = async (person: Person, account: Person) => [
  ...(await queryAs(person)`
    insert into follows (follower_id, following_id) values (${person.id}, ${account.id})
    returning id`),
];

const requestsSeenBy = async (persona: Person | 'visitor') => {
  const rows = await queryAs(persona)`
    select requester_id, account_id from follow_requests order by created_at`;
  return [...rows];
};

const approve = async (account: Person, requester: Person): Promise<boolean> => {
  const [row] = await queryAs(account)`select approve_follow_request(${requester.id}) as approved`;
  return row!.approved;
};

const decline = (account: Person, requester: Person) =>
  queryAs(account)`
    insert into follow_declines (account_id, requester_id)
    values (${account.id}, ${requester.id})`;

const withdraw = (requester: Person, account: Person) =>
  queryAs(requester)`delete from follow_requests where account_id = ${account.id}`;

const block = (blocker: Person, blocked: Person) =>
  queryAs(blocker)`
    insert into blocks (blocker_id, blocked_id) values (${blocker.id}, ${blocked.id})`;

const isFollowing = async (person: Person, account: Person) => {
  const rows = await sql`
    select from follows where follower_id = ${person.id} and following_id = ${account.id}`;
  return rows.length === 1;
};

const notificationsOf = async (person: Person) => {
  const rows = await queryAs(person)`select type, actor_id from notifications`;
  return [...rows];
};

/** Moves everything between two people into the past. */
const passDays = async (requester: Person, days: number) => {
  for (const table of ['follow_requests', 'follow_declines']) {
    await sql`
      update ${sql(table)} set created_at = created_at - ${`${days} days`}::interval
      where requester_id = ${requester.id}`;
  }
};

const ask = async () => {
  const account = await makeClosed();
  const requester = await make.person();
  await follow(requester, account);
  return { account, requester, request: { requester_id: requester.id, account_id: account.id } };
};

describe('following a private account', () => {
  it('writes a request, no follow, and returns no row', async () => {
    const account = await makeClosed();
    const requester = await make.person();
    expect(await follow(requester, account)).toEqual([]);
    expect(await isFollowing(requester, account)).toBe(false);
    const request = { requester_id: requester.id, account_id: account.id };
    expect(await requestsSeenBy(requester)).toEqual([request]);
    expect(await requestsSeenBy(account)).toEqual([request]);
  });

  it('shows its drops to the requester only once it is approved', async () => {
    const { account, requester } = await ask();
    const drop = await make.drop({}, account);
    expect(await database.sees(requester, drop)).toBe(false);
    await approve(account, requester);
    expect(await database.sees(requester, drop)).toBe(true);
  });

  it('answers a second time as the first', async () => {
    const { account, requester, request } = await ask();
    expect(await follow(requester, account)).toEqual([]);
    expect(await requestsSeenBy(account)).toEqual([request]);
  });

  it('notifies the account', async () => {
    const { account, requester } = await ask();
    expect(await notificationsOf(account)).toEqual([{ type: 'request', actor_id: requester.id }]);
  });

  it('is still a follow for those who follow it already', async () => {
    const account = await makeClosed();
    const follower = await make.person();
    await make.follow(follower, account);
    await expect(follow(follower, account)).rejects.toMatchObject(alreadyThere);
    expect(await requestsSeenBy(account)).toEqual([]);
  });

  it('counts as following, so that asking has the same limit', async () => {
    const requester = await make.person();
    await sql`update private.act_limits set short_max = 1 where act = 'follow'`;
    await follow(requester, await makeClosed());
    await expect(follow(requester, await makeClosed())).rejects.toMatchObject({ code: 'PT429' });
  });

  it('cannot be made across a block, in another’s name or without a second factor, as no follow can', async () => {
    const [requester, blocker, other] = await make.people(3);
    await sql`update profiles set is_private = true where user_id in (${blocker.id}, ${other.id})`;
    await block(blocker, requester);
    const missing = { id: '00000000-0000-4000-8000-000000000000', username: 'missing' };
    const refusal = await errorOf(follow(requester, missing));
    expect(refusal).toMatchObject(refused);
    expect(await errorOf(follow(requester, blocker))).toEqual(refusal);
    const inName = queryAs(requester)`
      insert into follows (follower_id, following_id) values (${blocker.id}, ${other.id})`;
    await expect(inName).rejects.toMatchObject(refused);
    await make.factor(requester, 'verified');
    await expect(follow(requester, other)).rejects.toMatchObject(refused);
    expect([...(await sql`select from follow_requests`)]).toEqual([]);
  });

  it('cannot be asked for by writing the table', async () => {
    const account = await makeClosed();
    const requester = await make.person();
    const insert = queryAs(requester)`
      insert into follow_requests (requester_id, account_id)
      values (${requester.id}, ${account.id})`;
    await expect(insert).rejects.toMatchObject(refused);
  });
});

describe('a request', () => {
  it('is visible neither to visitors nor to a third person', async () => {
    await ask();
    await expect(requestsSeenBy('visitor')).rejects.toMatchObject(refused);
    expect(await requestsSeenBy(await make.person())).toEqual([]);
  });

  it('is withdrawn by its requester, with its notification', async () => {
    const { account, requester } = await ask();
    await withdraw(requester, account);
    expect(await requestsSeenBy(account)).toEqual([]);
    expect(await notificationsOf(account)).toEqual([]);
    expect(await approve(account, requester)).toBe(false);
  });

  it('cannot be deleted by the account, whose decline leaves it pending', async () => {
    const { account, requester, request } = await ask();
    await queryAs(account)`delete from follow_requests where requester_id = ${requester.id}`;
    expect(await requestsSeenBy(requester)).toEqual([request]);
  });

  it.each(['the account', 'the requester'])('ends when %s blocks the other', async (who) => {
    const { account, requester } = await ask();
    await (who === 'the account' ? block(account, requester) : block(requester, account));
    expect([...(await sql`select from follow_requests`)]).toEqual([]);
    expect(await approve(account, requester)).toBe(false);
    expect(await isFollowing(requester, account)).toBe(false);
  });
});

describe('approving', () => {
  it('writes the follow, ends the request and notifies the requester only', async () => {
    const { account, requester } = await ask();
    expect(await approve(account, requester)).toBe(true);
    expect(await isFollowing(requester, account)).toBe(true);
    expect(await requestsSeenBy(requester)).toEqual([]);
    expect(await notificationsOf(requester)).toEqual([{ type: 'approved', actor_id: account.id }]);
    expect(await notificationsOf(account)).toEqual([]);
    expect(await approve(account, requester)).toBe(false);
  });

  it('notifies the requester again after they were removed and have asked again', async () => {
    const { account, requester } = await ask();
    await approve(account, requester);
    await queryAs(requester)`update notifications set read = true`;
    await queryAs(account)`delete from follows where follower_id = ${requester.id}`;
    await follow(requester, account);
    await approve(account, requester);
    const rows = await queryAs(requester)`select type, read from notifications`;
    expect([...rows]).toEqual([{ type: 'approved', read: false }]);
  });

  it('is not limited as following is', async () => {
    const account = await makeClosed();
    await sql`update private.act_limits set short_max = 1 where act = 'follow'`;
    for (const requester of await make.people(2)) {
      await follow(requester, account);
      expect(await approve(account, requester)).toBe(true);
    }
  });

  it('is for the account only, with its second factor', async () => {
    const { account, requester } = await ask();
    expect(await approve(requester, requester)).toBe(false);
    expect(await approve(await make.person(), requester)).toBe(false);
    const visitor = queryAs('visitor')`select approve_follow_request(${requester.id})`;
    await expect(visitor).rejects.toMatchObject(refused);
    await make.factor(account, 'verified');
    await expect(approve(account, requester)).rejects.toMatchObject(refused);
    expect(await approve({ ...account, aal: 'aal2' }, requester)).toBe(true);
  });
});

describe('a declined request', () => {
  it('looks pending to its requester, and is gone for the account with its notification', async () => {
    const { account, requester, request } = await ask();
    await decline(account, requester);
    expect(await requestsSeenBy(requester)).toEqual([request]);
    expect(await requestsSeenBy(account)).toEqual([]);
    expect(await notificationsOf(account)).toEqual([]);
    expect(await notificationsOf(requester)).toEqual([]);
  });

  it('stays declined for 30 days, whether it is withdrawn and made again or not', async () => {
    const { account, requester, request } = await ask();
    await decline(account, requester);
    await passDays(requester, 29);
    await withdraw(requester, account);
    expect(await follow(requester, account)).toEqual([]);
    expect(await requestsSeenBy(requester)).toEqual([request]);
    expect(await requestsSeenBy(account)).toEqual([]);
    expect(await notificationsOf(account)).toEqual([]);
    await passDays(requester, 2);
    expect(await requestsSeenBy(account)).toEqual([]);
    await withdraw(requester, account);
    await follow(requester, account);
    expect(await requestsSeenBy(account)).toEqual([request]);
    expect(await notificationsOf(account)).toHaveLength(1);
    await decline(account, requester);
    expect(await requestsSeenBy(account)).toEqual([]);
  });

  // Realtime sends the key of each deleted notification to everyone.
  it('deletes no notification, and its withdrawal deletes one as that of another request', async () => {
    const { account, requester } = await ask();
    const stored = async () => {
      const rows = await sql`
        select from notifications where recipient_id = ${account.id} and type = 'request'`;
      return rows.length;
    };
    await decline(account, requester);
    expect(await stored()).toBe(1);
    for (const left of [0, 1]) {
      await (left === 0 ? withdraw(requester, account) : follow(requester, account));
      expect(await stored()).toBe(left);
    }
    expect(await notificationsOf(account)).toEqual([]);
  });

  it('can be approved later, and the decline taken back', async () => {
    const { account, requester, request } = await ask();
    await decline(account, requester);
    await queryAs(account)`delete from follow_declines where requester_id = ${requester.id}`;
    expect(await requestsSeenBy(account)).toEqual([request]);
    await decline(account, requester);
    expect(await approve(account, requester)).toBe(true);
    expect([...(await sql`select from follow_declines`)]).toEqual([]);
  });

  it('is known to nobody but the account, who cannot decline what was not asked for', async () => {
    const { account, requester } = await ask();
    await decline(account, requester);
    const declinesSeenBy = async (person: Person) => [
      ...(await queryAs(person)`select requester_id from follow_declines`),
    ];
    expect(await declinesSeenBy(requester)).toEqual([]);
    expect(await declinesSeenBy(account)).toEqual([{ requester_id: requester.id }]);
    const stranger = await make.person();
    await expect(decline(account, stranger)).rejects.toMatchObject(refused);
    await expect(decline(stranger, requester)).rejects.toMatchObject(refused);
  });
});

describe('going public', () => {
  it('approves pending requests, not declined ones, and notifies no one', async () => {
    const account = await makeClosed();
    const [waiting, declined] = await make.people(2);
    await follow(waiting, account);
    await follow(declined, account);
    await decline(account, declined);
    await queryAs(account)`update profiles set is_private = false where user_id = ${account.id}`;
    expect(await isFollowing(waiting, account)).toBe(true);
    expect(await isFollowing(declined, account)).toBe(false);
    // The declined one ends, so that its requester may follow now.
    expect([...(await sql`select from follow_requests`)]).toEqual([]);
    for (const person of [account, waiting, declined]) {
      expect(await notificationsOf(person)).toEqual([]);
    }
    const [counts] = await sql`
      select follower_count::int from profile_counts where user_id = ${account.id}`;
    expect(counts).toEqual({ follower_count: 1 });
  });

  it('notifies the open pages of those whose request it approves alone', async () => {
    const account = await makeClosed();
    const [waiting, declined] = await make.people(2);
    await follow(waiting, account);
    await follow(declined, account);
    await decline(account, declined);
    await queryAs(account)`update profiles set is_private = false where user_id = ${account.id}`;
    const messages = await sql`
      select topic, payload, private from realtime.messages where event = 'approved'`;
    expect([...messages]).toMatchObject([
      { topic: `notifications:${waiting.id}`, payload: { id: account.id }, private: true },
    ]);
  });

  it('lets a declined requester follow as anybody, which the account is notified of', async () => {
    const { account, requester } = await ask();
    await decline(account, requester);
    await queryAs(account)`update profiles set is_private = false where user_id = ${account.id}`;
    await follow(requester, account);
    expect(await notificationsOf(account)).toEqual([{ type: 'follow', actor_id: requester.id }]);
  });

  it('leaves what exceeds a batch to the next call of the job', async () => {
    const account = await makeClosed();
    for (const requester of await make.people(3)) await follow(requester, account);
    await sql`alter table profiles disable trigger approve_requests_on_going_public`;
    await sql`update profiles set is_private = false where user_id = ${account.id}`;
    const approveBatch = async () => {
      const [row] = await sql`select private.approve_requests(2) as approved`;
      return row!.approved;
    };
    expect([await approveBatch(), await approveBatch(), await approveBatch()]).toEqual([2, 1, 0]);
    expect(await notificationsOf(account)).toHaveLength(0);
  });
});

describe('two connections', () => {
  const committing = postgres(inject('committingDatabaseUrl'), {
    max: 2,
    onnotice: () => undefined,
  });
  afterAll(() => committing.end());

  it('a request and a block at the same time leave no request', async () => {
    const factories = createFactories(committing);
    const account = await factories.person({ is_private: true });
    const requester = await factories.person();
    const blocking = await committing.reserve();
    await blocking`begin`;
    await become(blocking, account);
    await blocking`insert into blocks (blocker_id, blocked_id) values (${account.id}, ${requester.id})`;
    const asking = committing
      .begin(async (transaction) => {
        await become(transaction, requester);
        await transaction`
          insert into follows (follower_id, following_id) values (${requester.id}, ${account.id})`;
      })
      // Observed from now on: the request is refused as soon as the block is committed.
      .catch((cause: unknown) => cause);
    // The request waits for the lock of the pair before the block is committed.
    await expect
      .poll(async () => {
        const rows = await sql`select from pg_locks where locktype = 'advisory' and not granted`;
        return rows.length;
      })
      .toBe(1);
    await blocking`commit`;
    blocking.release();
    expect(await asking).toMatchObject(refused);
    const rows = await committing`
      select from follow_requests where account_id = ${account.id}`;
    expect([...rows]).toEqual([]);
  });
});
