import { z } from 'zod';
import type { ChangeType } from '../protocol/binding.ts';
import { encode, type SerializerVersion } from '../protocol/message.ts';
import type { Change } from '../replication/pgoutput.ts';

/** Values as JSON texts, by column. */
type JsonRow = Readonly<Record<string, string>>;

/** What one role may read of a table, as `realtime.see_changes` says it. */
export interface RoleViewHead {
  readonly schema: string;
  readonly table: string;
  /** The columns of the primary key; null where there is none. */
  readonly keys: readonly string[] | null;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The columns that are told of a row as it was before. */
  readonly told_of_old: readonly string[];
}

/** What is told of one change. */
const rowSchema = z.object({
  is_too_large: z.boolean(),
  record: z.record(z.string(), z.string()).nullable(),
  old_record: z.record(z.string(), z.string()).nullable(),
});

/** One change as some bindings are told of it. Most channels get the same message: it is encoded once. */
export class ChangeMessage {
  readonly #write: () => string;
  #data: string | null = null;
  readonly #encoded = new Map<string, Buffer>();

  /** @param write gives the change as JSON, once it is known that somebody is told of it */
  constructor(write: () => string) {
    this.#write = write;
  }

  /**
   * The text of the message to a channel.
   * @param ids of the channel's bindings that it is for
   */
  encodeFor(topic: string, version: SerializerVersion, ids: readonly number[]): Buffer {
    const key = `${version} ${ids.join()} ${topic}`;
    const known = this.#encoded.get(key);
    if (known) return known;
    this.#data ??= this.#write();
    const payload = `{"ids":[${ids.join(',')}],"data":${this.#data}}`;
    const message = Buffer.from(encode({ topic, event: 'postgres_changes', payload }, version));
    this.#encoded.set(key, message);
    return message;
  }
}

/** What one role may be told of changes of one table, and may filter them by. */
export class RoleView {
  readonly #head: RoleViewHead;
  readonly #changes: readonly Change[];
  readonly #rows: readonly (string | null)[];
  readonly #columns: ReadonlySet<string>;
  readonly #toldOfOld: ReadonlySet<string>;
  readonly #messages = new Map<string, ChangeMessage>();

  /** @param rows by change, what is told of it, as JSON */
  constructor(head: RoleViewHead, changes: readonly Change[], rows: readonly (string | null)[]) {
    this.#head = head;
    this.#changes = changes;
    this.#rows = rows;
    this.#columns = new Set(head.columns.map(({ name }) => name));
    this.#toldOfOld = new Set(head.told_of_old);
  }

  mayFilterBy(column: string, type: ChangeType): boolean {
    return (type === 'DELETE' ? this.#toldOfOld : this.#columns).has(column);
  }

  /** Whether nobody can look the row up, so that nothing of it is told. */
  isKeyMissing(type: ChangeType): boolean {
    return this.#head.keys === null && type !== 'DELETE';
  }

  /**
   * The message of a change.
   * @param place of the change
   * @param select the columns to be told beside the key; null for all
   */
  message(place: number, select: readonly string[] | null): ChangeMessage {
    const key = `${place} ${JSON.stringify(select)}`;
    const known = this.#messages.get(key);
    if (known) return known;
    const message = new ChangeMessage(() => this.#write(place, select));
    this.#messages.set(key, message);
    return message;
  }

  #write(place: number, select: readonly string[] | null): string {
    const { schema, table, keys, columns } = this.#head;
    const row = rowSchema.parse(JSON.parse(this.#rows[place] ?? 'null'));
    const change = this.#changes[place];
    if (!change) throw new Error('no such change was asked about');
    const isKeyMissing = this.isKeyMissing(change.type);
    const isTold = (name: string) =>
      select === null || select.includes(name) || keys?.includes(name) === true;
    const write = (values: JsonRow | null): string =>
      `{${Object.entries(values ?? {})
        .filter(([name]) => isTold(name))
        .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
        .join(',')}}`;
    const errors = isKeyMissing
      ? ['Error 400: Bad Request, no primary key']
      : row.is_too_large
        ? ['Error 413: Payload Too Large']
        : null;
    const head = JSON.stringify({
      schema,
      table,
      type: change.type,
      commit_timestamp: isKeyMissing ? null : change.committedAt,
      columns: isKeyMissing ? [] : columns.filter(({ name }) => isTold(name)),
      errors,
    });
    const record = row.record && `,"record":${isKeyMissing ? '{}' : write(row.record)}`;
    const old = row.old_record && `,"old_record":${write(row.old_record)}`;
    return `${head.slice(0, -1)}${record ?? ''}${old ?? ''}}`;
  }
}
