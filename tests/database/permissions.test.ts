import { describe, expect, it } from 'vitest';
import type { Comment, Drop } from './support/factories.ts';
import type { Persona } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();

/** The rows that a persona acts on: a public drop with a comment, and a clip of their own if they have an account. */
interface Scene {
  readonly persona: Persona;
  readonly me: string;
  readonly clip: string;
  readonly drop: Drop;
  readonly comment: Comment;
}

/** How many rows an act affected; 0 when it was refused. */
type Act = (scene: Scene) => Promise<number>;

const rows =
  (table: string, where: (scene: Scene) => Record<'column' | 'value', string>): Act =>
  async (scene) => {
    const { column, value } = where(scene);
    return database.as(
      scene.persona,
      async (sql) =>
        (await sql`select id from ${sql(table)} where ${sql(column)} = ${value}`).count,
    );
  };

const insert =
  (table: string, columns: (scene: Scene) => Record<string, string | number>): Act =>
  (scene) =>
    database
      .as(
        scene.persona,
        async (sql) => (await sql`insert into ${sql(table)} ${sql(columns(scene))}`).count,
      )
      .catch(() => 0);

const onDrop =
  (statement: 'update' | 'delete'): Act =>
  ({ persona, drop }) =>
    database
      .as(persona, async (sql) =>
        statement === 'delete'
          ? (await sql`delete from voice_drops where id = ${drop.id}`).count
          : (await sql`update voice_drops set privacy_level = 'private' where id = ${drop.id}`)
              .count,
      )
      .catch(() => 0);

const seeLikeCount: Act = ({ persona, drop }) =>
  database.as(
    persona,
    async (sql) =>
      (await sql`select voice_drops.like_count from voice_drops where id = ${drop.id}`).count,
  );

/** The permissions of section 6 of the specification, as far as the database enforces them. */
const capabilities: [
  capability: string,
  act: Act,
  allowed: Record<'visitor' | 'user' | 'owner', boolean>,
][] = [
  [
    'view public profiles',
    rows('profiles', ({ drop }) => ({ column: 'user_id', value: drop.owner.id })),
    { visitor: true, user: true, owner: true },
  ],
  [
    'view single drops and the feed',
    rows('voice_drops', ({ drop }) => ({ column: 'id', value: drop.id })),
    { visitor: true, user: true, owner: true },
  ],
  [
    'view comments',
    rows('voice_drop_comments', ({ drop }) => ({ column: 'voice_drop_id', value: drop.id })),
    { visitor: true, user: true, owner: true },
  ],
  ['see like counts', seeLikeCount, { visitor: true, user: true, owner: true }],
  [
    'like',
    insert('voice_drop_likes', ({ me, drop }) => ({ user_id: me, voice_drop_id: drop.id })),
    { visitor: false, user: true, owner: true },
  ],
  [
    'comment',
    insert('voice_drop_comments', ({ me, drop }) => ({
      user_id: me,
      voice_drop_id: drop.id,
      content: 'Hi',
    })),
    { visitor: false, user: true, owner: true },
  ],
  [
    'like a comment',
    insert('voice_drop_comment_likes', ({ me, comment }) => ({
      user_id: me,
      comment_id: comment.id,
    })),
    { visitor: false, user: true, owner: true },
  ],
  [
    'bookmark',
    insert('bookmarks', ({ me, drop }) => ({ user_id: me, voice_drop_id: drop.id })),
    { visitor: false, user: true, owner: true },
  ],
  [
    'follow the commenter',
    insert('follows', ({ me, comment }) => ({
      follower_id: me,
      following_id: comment.author.id,
    })),
    { visitor: false, user: true, owner: true },
  ],
  [
    'follow the owner (the owner cannot follow themselves)',
    insert('follows', ({ me, drop }) => ({ follower_id: me, following_id: drop.owner.id })),
    { visitor: false, user: true, owner: false },
  ],
  [
    'post voice drops',
    insert('voice_drops', ({ me, clip }) => ({
      user_id: me,
      audio_url: `/storage/v1/object/voice-drops/${clip}`,
      duration: 1,
    })),
    { visitor: false, user: true, owner: true },
  ],
  ['change the drop’s privacy', onDrop('update'), { visitor: false, user: false, owner: true }],
  ['delete the drop', onDrop('delete'), { visitor: false, user: false, owner: true }],
  [
    'report the drop',
    insert('reports', ({ me, drop }) => ({
      reporter_id: me,
      reported_voice_drop_id: drop.id,
      reason: 'spam',
    })),
    { visitor: false, user: true, owner: false },
  ],
  [
    'block the drop’s owner',
    insert('blocks', ({ me, drop }) => ({ blocker_id: me, blocked_id: drop.owner.id })),
    { visitor: false, user: true, owner: false },
  ],
];

describe.each(['visitor', 'user', 'owner'] as const)('as %s', (who) => {
  it.each(capabilities.map(([name, act, allowed]) => ({ name, act, allowed: allowed[who] })))(
    '$name: $allowed',
    async ({ act, allowed }) => {
      const drop = await database.make.drop();
      const comment = await database.make.comment({ on: drop });
      const me = who === 'owner' ? drop.owner : await database.make.person();
      const touched = await act({
        persona: who === 'visitor' ? 'visitor' : me,
        me: me.id,
        clip: await database.make.clip(me),
        drop,
        comment,
      });
      expect(touched).toBe(allowed ? 1 : 0);
    },
  );
});
