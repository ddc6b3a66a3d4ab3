import { describe, expect, it } from 'vitest';
import { openWorld } from './support/world.ts';

const world = openWorld();

describe('who sees a drop', () => {
  const personas = ['visitor', 'owner', 'other', 'follower', 'blocked', 'blocker'] as const;

  it.each([
    { level: 'public', seenBy: ['visitor', 'owner', 'other', 'follower'] },
    { level: 'followers', seenBy: ['owner', 'follower'] },
    { level: 'private', seenBy: ['owner'] },
  ])('a $level drop is seen by $seenBy', async ({ level, seenBy }) => {
    const drop = await world.make.drop({ privacy_level: level });
    const people = {
      owner: drop.owner,
      other: await world.make.person(),
      follower: await world.make.person(),
      blocked: await world.make.person(),
      blocker: await world.make.person(),
    };
    await world.make.follow(people.follower, drop.owner);
    await world.make.block(drop.owner, people.blocked);
    await world.make.block(people.blocker, drop.owner);

    const seeing = [];
    for (const persona of personas) {
      const caller = persona === 'visitor' ? persona : people[persona];
      if (await world.sees(caller, drop)) seeing.push(persona);
    }
    expect(seeing).toEqual(seenBy);
  });

  it('someone who stops following no longer sees the drops for followers', async () => {
    const drop = await world.make.drop({ privacy_level: 'followers' });
    const reader = await world.make.person();
    await world.make.follow(reader, drop.owner);
    await world.as(reader, (sql) => sql`delete from follows where follower_id = ${reader.id}`);
    expect(await world.sees(reader, drop)).toBe(false);
  });

  it('an unblocked person sees the drops again', async () => {
    const drop = await world.make.drop();
    const reader = await world.make.person();
    await world.make.block(drop.owner, reader);
    await world.as(drop.owner, (sql) => sql`delete from blocks where blocked_id = ${reader.id}`);
    expect(await world.sees(reader, drop)).toBe(true);
  });
});

describe('a private account', () => {
  it('shows its public drops to followers only', async () => {
    const drop = await world.make.drop();
    const follower = await world.make.person();
    const other = await world.make.person();
    await world.make.follow(follower, drop.owner);
    await world.as(
      drop.owner,
      (sql) => sql`update profiles set is_private = true where user_id = ${drop.owner.id}`,
    );
    expect(await world.sees('visitor', drop)).toBe(false);
    expect(await world.sees(other, drop)).toBe(false);
    expect(await world.sees(follower, drop)).toBe(true);
    expect(await world.sees(drop.owner, drop)).toBe(true);
  });

  it('hides what it posts from then on, as well', async () => {
    const owner = await world.make.person({ is_private: true });
    const drop = await world.make.drop({}, owner);
    expect(await world.sees('visitor', drop)).toBe(false);
  });

  it('hides a drop that is made public later', async () => {
    const owner = await world.make.person({ is_private: true });
    const drop = await world.make.drop({ privacy_level: 'private' }, owner);
    await world.as(
      owner,
      (sql) => sql`update voice_drops set privacy_level = 'public' where id = ${drop.id}`,
    );
    expect(await world.sees('visitor', drop)).toBe(false);
  });

  it('that opens up shows its public drops to all, and keeps the others back', async () => {
    const owner = await world.make.person({ is_private: true });
    const open = await world.make.drop({}, owner);
    const forFollowers = await world.make.drop({ privacy_level: 'followers' }, owner);
    const secret = await world.make.drop({ privacy_level: 'private' }, owner);
    await world.as(
      owner,
      (sql) => sql`update profiles set is_private = false where user_id = ${owner.id}`,
    );
    expect(await world.sees('visitor', open)).toBe(true);
    expect(await world.sees('visitor', forFollowers)).toBe(false);
    expect(await world.sees('visitor', secret)).toBe(false);
  });
});
