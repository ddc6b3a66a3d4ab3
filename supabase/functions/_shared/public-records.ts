import { withoutDirectionMarks } from '../../../packages/domain/src/drop-page-title.ts';
import { BUCKET } from '../../../packages/domain/src/object-path.ts';
import { isRecord, type UnknownRecord } from './record.ts';
import { RequestError } from './request-error.ts';

/** A drop that anonymous callers, or the bearer of a token, may play. */
export interface PublicDrop {
  id: string;
  /** The id of the author's account. */
  userId: string;
  title: string | null;
  /** Seconds. */
  duration: number;
  /** Id of the voice filter. */
  filter: string;
  /** Peaks from 0 to 100. */
  waveform: readonly number[];
  author: { username: string | null; hasPicture: boolean };
  /** Whether previews may show it: it is neither sensitive nor taken out of lists. */
  isPreviewed: boolean;
}

/** A profile as anonymous callers see it. */
export interface PublicProfile {
  userId: string;
  username: string;
  bio: string | null;
  isPrivate: boolean;
  allowsDownloads: boolean;
  hasPicture: boolean;
}

/** A request to the API as supabase-js would send it, and its response. */
export interface RecordedResponse<Row = UnknownRecord> {
  method: 'GET' | 'HEAD' | 'POST';
  /** The path on the API with its query. */
  path: string;
  /** The request's body. */
  sent?: string;
  /** The number of rows, for a HEAD request. */
  count?: number;
  body: readonly Row[];
}

/** A user's text without direction marks, which would reorder the text around it; null when empty. */
const cleanText = (value: unknown): string | null =>
  typeof value === 'string' ? withoutDirectionMarks(value).trim() || null : null;

const restPath = (table: string, query: Record<string, string>): string =>
  `/rest/v1/${table}?${new URLSearchParams(query)}`;

/** A read of a table with the query string that supabase-js would build for it. */
export class TableRead {
  readonly table: string;
  readonly query: Record<string, string>;

  constructor(table: string, columns: string) {
    this.table = table;
    this.query = { select: columns.replaceAll(/\s/g, '') };
  }

  eq(column: string, value: string): this {
    this.query[column] = `eq.${value}`;
    return this;
  }

  not(column: string, operator: string, value: boolean): this {
    this.query[column] = `not.${operator}.${value}`;
    return this;
  }

  is(column: string, value: boolean): this {
    this.query[column] = `is.${value}`;
    return this;
  }

  neq(column: string, value: string): this {
    this.query[column] = `neq.${value}`;
    return this;
  }

  /** Keeps the rows whose array in a column contains all of the values. */
  contains(column: string, values: readonly string[]): this {
    this.query[column] = `cs.{${values.join(',')}}`;
    return this;
  }

  order(column: string, { ascending }: { ascending: boolean }): this {
    const term = `${column}.${ascending ? 'asc' : 'desc'}`;
    this.query.order = this.query.order === undefined ? term : `${this.query.order},${term}`;
    return this;
  }

  limit(count: number): this {
    this.query.limit = String(count);
    return this;
  }
}

async function rowsOf(response: Response): Promise<UnknownRecord[]> {
  const rows: unknown = await response.json();
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

/** Reads the records that anonymous callers may see, through the server's API with the publishable key. */
export class PublicRecords {
  readonly publishableKey: string;
  readonly #url: string;

  constructor(url: string, publishableKey: string) {
    this.#url = url;
    this.publishableKey = publishableKey;
  }

  /**
   * Finds a drop by its id; null when there is none that the caller may see.
   *
   * @param authorization the header of a caller with a token; without it the caller is anonymous
   * @throws {RequestError} 401 for a bad token
   */
  async findDrop(id: string, authorization?: string): Promise<PublicDrop | null> {
    const row = await this.#readFirst(
      'voice_drops',
      {
        select:
          'id,user_id,title,duration,filter_used,waveform,is_sensitive,audience,author:profiles!voice_drops_user_id_fkey(username,avatar_url)',
        id: `eq.${id}`,
      },
      authorization,
    );
    if (!row || typeof row.id !== 'string' || typeof row.duration !== 'number') return null;
    const author = isRecord(row.author) ? row.author : {};
    return {
      id: row.id,
      userId: String(row.user_id),
      title: cleanText(row.title),
      duration: row.duration,
      filter: String(row.filter_used),
      waveform: Array.isArray(row.waveform) ? row.waveform.map(Number) : [],
      author: {
        username: typeof author.username === 'string' ? author.username : null,
        hasPicture: typeof author.avatar_url === 'string',
      },
      isPreviewed: row.is_sensitive !== true && row.audience !== 'unlisted',
    };
  }

  /** Finds a profile by its username, regardless of case. */
  async findProfile(username: string): Promise<PublicProfile | null> {
    const row = await this.#readFirst('profiles', {
      select: 'user_id,username,bio,is_private,allow_downloads,avatar_url',
      handle: `eq.${username.toLowerCase()}`,
    });
    if (!row || typeof row.username !== 'string') return null;
    return {
      userId: String(row.user_id),
      username: row.username,
      bio: cleanText(row.bio),
      isPrivate: row.is_private === true,
      allowsDownloads: row.allow_downloads === true,
      hasPicture: typeof row.avatar_url === 'string',
    };
  }

  /** Finds the present username of the account to which links with a former one lead; null if there is none. */
  async findRenamed(username: string): Promise<string | null> {
    const found = await this.#readResult('find_renamed', { old_username: username });
    return typeof found === 'string' ? found : null;
  }

  /** Whether addresses with a former username lead to the podcast feed of a username. */
  async hasMovedFeed(username: string): Promise<boolean> {
    return (await this.#readResult('has_moved_feed', { owner_username: username })) === true;
  }

  /** Sends a read request, and returns it with its response. */
  async read(
    { table, query }: Pick<TableRead, 'table' | 'query'>,
    authorization?: string,
  ): Promise<RecordedResponse> {
    const path = restPath(table, query);
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    return { method: 'GET', path, body: await rowsOf(await this.#fetch(path, { headers })) };
  }

  /** Calls a procedure that returns a list of values and only reads. */
  async readValues(
    procedure: string,
    args: Readonly<Record<string, string>>,
  ): Promise<RecordedResponse<unknown>> {
    const path = restPath(`rpc/${procedure}`, args);
    const body = await this.#readResult(procedure, args);
    return { method: 'GET', path, body: Array.isArray(body) ? body : [] };
  }

  /** Counts all rows that a read matches, whatever its limit. */
  async count({ table, query }: TableRead): Promise<RecordedResponse> {
    const path = restPath(table, query);
    const request = { method: 'HEAD', headers: { Prefer: 'count=exact' } };
    const { headers } = await this.#fetch(path, request);
    const count = Number(headers.get('content-range')?.split('/')[1]);
    if (!Number.isInteger(count)) throw new Error(`${path} was answered without a count`);
    return { method: 'HEAD', path, count, body: [] };
  }

  /** Signs the URLs of stored files; the response has an error for a file that may not be read. */
  async sign(paths: readonly string[], expiresIn: number): Promise<RecordedResponse> {
    const path = `/storage/v1/object/sign/${BUCKET}`;
    const sent = JSON.stringify({ expiresIn, paths });
    const headers = { 'Content-Type': 'application/json' };
    const response = await this.#fetch(path, { method: 'POST', headers, body: sent });
    return { method: 'POST', path, sent, body: await rowsOf(response) };
  }

  /** Calls a procedure, and ignores its result. */
  async call(procedure: string, args: Readonly<Record<string, string>>): Promise<void> {
    await this.#fetch(`/rest/v1/rpc/${procedure}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
    });
  }

  /** Calls a procedure that only reads, and returns its result. */
  async #readResult(procedure: string, args: Readonly<Record<string, string>>): Promise<unknown> {
    return (await this.#fetch(restPath(`rpc/${procedure}`, args))).json();
  }

  async #readFirst(
    table: string,
    query: Record<string, string>,
    authorization?: string,
  ): Promise<UnknownRecord | null> {
    const { body } = await this.read({ table, query: { ...query, limit: '1' } }, authorization);
    return body[0] ?? null;
  }

  async #fetch(
    path: string,
    {
      headers,
      ...request
    }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, {
      ...request,
      headers: { ...headers, apikey: this.publishableKey },
    });
    if (response.status === 401 && headers?.['authorization'] !== undefined) {
      throw new RequestError(401, 'unauthorized', 'The token is not valid.');
    }
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response;
  }
}
