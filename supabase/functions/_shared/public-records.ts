/** A drop that everyone may hear. */
export interface PublicDrop {
  id: string;
  title: string | null;
  /** Seconds. */
  duration: number;
  /** Peaks from 0 to 100. */
  waveform: readonly number[];
  author: { username: string | null };
}

/** Someone as visitors see them. */
export interface PublicProfile {
  username: string;
  bio: string | null;
  isPrivate: boolean;
}

/** A read of the API, and what it answered. */
export interface Answer {
  /** On the API, with the query as supabase-js writes it. */
  path: string;
  body: readonly Record<string, unknown>[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What visitors may read, by the server's API with the key that everyone has: its policies decide. */
export class PublicRecords {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, publishableKey: string) {
    this.#url = url;
    this.#key = publishableKey;
  }

  /** A public drop by its id; null when there is none, or none for visitors. */
  async findDrop(id: string): Promise<PublicDrop | null> {
    const row = await this.#readFirst('voice_drops', {
      select: 'id,title,duration,waveform,author:profiles!voice_drops_user_id_fkey(username)',
      id: `eq.${id}`,
    });
    if (!row || typeof row.id !== 'string' || typeof row.duration !== 'number') return null;
    const username = isRecord(row.author) ? row.author.username : null;
    return {
      id: row.id,
      title: typeof row.title === 'string' ? row.title : null,
      duration: row.duration,
      waveform: Array.isArray(row.waveform) ? row.waveform.map(Number) : [],
      author: { username: typeof username === 'string' ? username : null },
    };
  }

  /** A profile by its username, in whatever case. */
  async findProfile(username: string): Promise<PublicProfile | null> {
    const row = await this.#readFirst('profiles', {
      select: 'username,bio,is_private',
      handle: `eq.${username.toLowerCase()}`,
    });
    if (!row || typeof row.username !== 'string') return null;
    return {
      username: row.username,
      bio: typeof row.bio === 'string' ? row.bio : null,
      isPrivate: row.is_private === true,
    };
  }

  /** The newest public drops' ids, and when each was posted. */
  async listDrops(limit: number): Promise<{ id: string; createdAt: string }[]> {
    const { body } = await this.ask('voice_drops', {
      select: 'id,created_at',
      order: 'created_at.desc',
      limit: String(limit),
    });
    return body.flatMap(({ id, created_at }) =>
      typeof id === 'string' && typeof created_at === 'string'
        ? [{ id, createdAt: created_at }]
        : [],
    );
  }

  /** The usernames of accounts that are not private and have posted something. */
  async listUsernames(limit: number): Promise<string[]> {
    const { body } = await this.ask('profiles', {
      select: 'username,counts:profile_counts!inner(drop_count)',
      is_private: 'is.false',
      username: 'not.is.null',
      'counts.drop_count': 'gt.0',
      order: 'created_at.desc',
      limit: String(limit),
    });
    return body.flatMap(({ username }) => (typeof username === 'string' ? [username] : []));
  }

  /** Any read that visitors may make, as it was asked and answered. */
  async ask(table: string, query: Record<string, string>): Promise<Answer> {
    const path = `/rest/v1/${table}?${new URLSearchParams(query)}`;
    return { path, body: await this.#read(path) };
  }

  async #readFirst(
    table: string,
    query: Record<string, string>,
  ): Promise<Record<string, unknown> | null> {
    const { body } = await this.ask(table, { ...query, limit: '1' });
    return body[0] ?? null;
  }

  async #read(path: string): Promise<Record<string, unknown>[]> {
    const response = await fetch(`${this.#url}${path}`, { headers: { apikey: this.#key } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    const rows: unknown = await response.json();
    return Array.isArray(rows) ? rows.filter(isRecord) : [];
  }
}
