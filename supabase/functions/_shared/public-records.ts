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
    const rows = await this.#read('voice_drops', {
      select: 'id,created_at',
      order: 'created_at.desc',
      limit: String(limit),
    });
    return rows.flatMap(({ id, created_at }) =>
      typeof id === 'string' && typeof created_at === 'string'
        ? [{ id, createdAt: created_at }]
        : [],
    );
  }

  /** The usernames of accounts that are not private and have posted something. */
  async listUsernames(limit: number): Promise<string[]> {
    const rows = await this.#read('profiles', {
      select: 'username,counts:profile_counts!inner(drop_count)',
      is_private: 'is.false',
      username: 'not.is.null',
      'counts.drop_count': 'gt.0',
      order: 'created_at.desc',
      limit: String(limit),
    });
    return rows.flatMap(({ username }) => (typeof username === 'string' ? [username] : []));
  }

  async #readFirst(
    table: string,
    query: Record<string, string>,
  ): Promise<Record<string, unknown> | null> {
    const [first = null] = await this.#read(table, { ...query, limit: '1' });
    return first;
  }

  async #read(table: string, query: Record<string, string>): Promise<Record<string, unknown>[]> {
    const search = new URLSearchParams(query);
    const response = await fetch(`${this.#url}/rest/v1/${table}?${search}`, {
      headers: { apikey: this.#key },
    });
    if (!response.ok) throw new Error(`${table} answered ${response.status}`);
    const rows: unknown = await response.json();
    return Array.isArray(rows) ? rows.filter(isRecord) : [];
  }
}
