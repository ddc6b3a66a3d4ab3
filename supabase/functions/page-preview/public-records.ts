/** A drop that everyone may hear. */
export interface PublicDrop {
  id: string;
  title: string | null;
  /** Seconds. */
  duration: number;
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
      select: 'id,title,duration,author:profiles!voice_drops_user_id_fkey(username)',
      id: `eq.${id}`,
    });
    if (!row || typeof row.id !== 'string' || typeof row.duration !== 'number') return null;
    const username = isRecord(row.author) ? row.author.username : null;
    return {
      id: row.id,
      title: typeof row.title === 'string' ? row.title : null,
      duration: row.duration,
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

  async #readFirst(
    table: string,
    query: Record<string, string>,
  ): Promise<Record<string, unknown> | null> {
    const search = new URLSearchParams({ ...query, limit: '1' });
    const response = await fetch(`${this.#url}/rest/v1/${table}?${search}`, {
      headers: { apikey: this.#key },
    });
    if (!response.ok) throw new Error(`${table} answered ${response.status}`);
    const rows: unknown = await response.json();
    const first: unknown = Array.isArray(rows) ? rows[0] : null;
    return isRecord(first) ? first : null;
  }
}
