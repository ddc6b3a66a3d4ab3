import { randomInt, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Person, SignedIn } from './persona.ts';

/** The value of a column. */
export type Value = string | number | boolean | string[] | number[] | null;

type Columns = Record<string, Value>;

/** The two kinds of clips. */
export type ClipType = 'audio/mpeg' | 'audio/wav';

export interface Drop {
  readonly id: string;
  readonly owner: Person;
  readonly path: string;
}

export interface Comment {
  readonly id: string;
  readonly drop: Drop;
  readonly author: Person;
}

/** A comment with a clip. */
export interface VoiceComment extends Comment {
  readonly path: string;
}

interface CommentOptions {
  on?: Drop;
  author?: Person;
  replyTo?: Comment;
  content?: string;
}

/**
 * Inserts rows as the superuser, without policies, with all
 * constraints and triggers. Creates parents that are not given.
 */
export function createFactories(sql: Sql) {
  const insert = async (table: string, columns: Columns): Promise<string> => {
    const [row] = await sql<{ id: string }[]>`
      insert into ${sql(`public.${table}`)} ${sql(columns)} returning id`;
    return row!.id;
  };

  const signUp = async (data: Record<string, string>): Promise<string> => {
    const id = randomUUID();
    await sql`
      insert into auth.users (id, email, raw_user_meta_data)
      values (${id}, ${`${id}@example.com`}, ${sql.json(data)})`;
    return id;
  };

  const person = async (settings: Columns = {}): Promise<Person> => {
    const username = `p${randomUUID().slice(0, 13)}`;
    const id = await signUp({ username });
    if (Object.keys(settings).length > 0) {
      await sql`update public.profiles set ${sql(settings)} where user_id = ${id}`;
    }
    return { id, username };
  };

  /** As many people as the tuple has. */
  function people(count: 2): Promise<[Person, Person]>;
  function people(count: 3): Promise<[Person, Person, Person]>;
  function people(count: 4): Promise<[Person, Person, Person, Person]>;
  function people(count: number): Promise<Person[]> {
    return Promise.all(Array.from({ length: count }, () => person()));
  }

  /** A person whose reports count: two days old, confirmed, and with a follow on both days. */
  const established = async (settings: Columns = {}): Promise<Person> => {
    const user = await person(settings);
    await sql`
      update auth.users
      set created_at = now() - interval '2 days', email_confirmed_at = now() - interval '2 days'
      where id = ${user.id}`;
    for (const created_at of ['2 days', '1 day']) {
      await sql`
        insert into public.follows (follower_id, following_id, created_at)
        values (${user.id}, ${(await person()).id}, now() - ${created_at}::interval)`;
    }
    return user;
  };

  const clip = async (owner: Person, type: ClipType = 'audio/wav'): Promise<string> => {
    const path = `${owner.id}/${randomUUID()}-voice-drop.${type === 'audio/wav' ? 'wav' : 'mp3'}`;
    await object(path, { mimetype: type, size: 1000 });
    return path;
  };

  const object = async (path: string, metadata: Record<string, string | number>) => {
    await sql`
      insert into storage.objects (bucket_id, name, metadata)
      values ('voice-drops', ${path}, ${sql.json(metadata)})`;
  };

  /** A picture that a person uploads and saves in their profile. @returns its path */
  const avatar = async ({ id }: Person): Promise<string> => {
    const path = `avatars/${id}_${randomInt(2 ** 47)}.png`;
    await object(path, { mimetype: 'image/png', size: 1000 });
    await sql`
      update public.profiles set avatar_url = private.object_url(${path}) where user_id = ${id}`;
    return path;
  };

  const drop = async (columns: Columns = {}, owner?: Person, type?: ClipType): Promise<Drop> => {
    const user = owner ?? (await person());
    const path = await clip(user, type);
    const id = await insert('voice_drops', {
      user_id: user.id,
      audio_url: `https://undertone.example/storage/v1/object/public/voice-drops/${path}`,
      duration: 12.5,
      title: 'A late thought',
      ...columns,
    });
    return { id, owner: user, path };
  };

  const comment = async (
    { on, author, replyTo, content = 'So true' }: CommentOptions = {},
    clip: Columns = {},
  ) => {
    const commented = on ?? replyTo?.drop ?? (await drop());
    const user = author ?? (await person());
    const id = await insert('voice_drop_comments', {
      voice_drop_id: commented.id,
      user_id: user.id,
      parent_comment_id: replyTo?.id ?? null,
      content,
      ...clip,
    });
    return { id, drop: commented, author: user } satisfies Comment;
  };

  /** A clip alone, unless it gets words. */
  const voiceComment = async ({
    clip: columns,
    author,
    ...options
  }: CommentOptions & { clip?: Columns } = {}): Promise<VoiceComment> => {
    const user = author ?? (await person());
    const path = await clip(user, 'audio/mpeg');
    const made = await comment(
      { content: '', ...options, author: user },
      {
        audio_url: `/storage/v1/object/voice-drops/${path}`,
        duration: 4.5,
        waveform: Array.from({ length: 100 }, () => 50),
        filter_used: 'veil',
        ...columns,
      },
    );
    return { ...made, path };
  };

  /** A session, and its owner acting with its token. */
  const session = async (of: Person, columns: Columns = {}): Promise<SignedIn> => {
    const id = randomUUID();
    await sql`insert into auth.sessions ${sql({ id, user_id: of.id, ...columns })}`;
    return { ...of, session: id };
  };

  const factor = (of: Person, status: 'verified' | 'unverified' = 'verified') =>
    sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (${randomUUID()}, ${of.id}, 'totp', ${status}, now(), now())`;

  return {
    signUp,
    person,
    people,
    established,
    clip,
    object,
    avatar,
    drop,
    comment,
    voiceComment,
    like: (by: Person, liked: Drop) =>
      insert('voice_drop_likes', { voice_drop_id: liked.id, user_id: by.id }),
    commentLike: async (by: Person, { id }: Comment) => {
      await sql`
        insert into public.voice_drop_comment_likes ${sql({ comment_id: id, user_id: by.id })}`;
    },
    bookmark: (by: Person, { id }: Drop) =>
      insert('bookmarks', { user_id: by.id, voice_drop_id: id }),
    session,
    factor,
    /** A person of the staff, in a session that has verified the second factor. */
    staff: async (role: 'moderator' | 'admin' = 'moderator'): Promise<SignedIn> => {
      const member = await person();
      await factor(member);
      await sql`insert into private.staff ${sql({ user_id: member.id, role })}`;
      return { ...(await session(member, { aal: 'aal2' })), aal: 'aal2' };
    },
    follow: (follower: Person, following: Person) =>
      insert('follows', { follower_id: follower.id, following_id: following.id }),
    block: (blocker: Person, blocked: Person) =>
      insert('blocks', { blocker_id: blocker.id, blocked_id: blocked.id }),
    report: (reporter: Person, reported: Drop) =>
      insert('reports', {
        reporter_id: reporter.id,
        reported_voice_drop_id: reported.id,
        reason: 'spam',
      }),
    reportComment: (reporter: Person, reported: Comment) =>
      insert('reports', {
        reporter_id: reporter.id,
        reported_comment_id: reported.id,
        reason: 'spam',
      }),
  };
}

export type Factories = ReturnType<typeof createFactories>;
