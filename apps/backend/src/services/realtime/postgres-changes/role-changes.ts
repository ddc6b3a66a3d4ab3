import { z } from 'zod';
import type { ChangeType } from '../protocol/binding.ts';
import { encode, type SerializerVersion } from '../protocol/message.ts';
import type { Change } from '../replication/pgoutput.ts';

/** Values as JSON texts, by column. */
type JsonRow = Readonly<Record<string, string>>;

/** The part of a table that a role may read, described by `realtime.read_changes`. */
export interface RoleTable {
  readonly schema: string;
  readonly table: string;
  /** The columns of the primary key; null if the table has none. */
  readonly keys: readonly string[] | null;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The columns of `old_record`. */
  readonly old_columns_sent: readonly string[];
}

/** The values of one change that a role may read. */
const rowSchema = z.object({
  is_too_large: z.boolean(),
  record: z.record(z.string(), z.string()).nullable(),
  old_record: z.record(z.string(), z.string()).nullable(),
});

/** The message of a change. Each form is encoded once, since most channels receive the same one. */
export class ChangeMessage {
  readonly #write: () => string;
  #data: string | null = null;
  readonly #encoded = new Map<string, Buffer>();

  /** @param write writes the change as JSON, called when the message is first sent */
  constructor(write: () => string) {
    this.#write = write;
  }

  /**
   * The text frame for a channel.
   * @param ids of the channel's bindings that the change is for
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

/** The changes of one table in the form for one role. */
export class RoleChanges {
  readonly #table: RoleTable;
  readonly #changes: readonly Change[];
  readonly #rows: readonly (string | null)[];
  readonly #columns: ReadonlySet<string>;
  readonly #oldColumns: ReadonlySet<string>;
  readonly #messages = new Map<string, ChangeMessage>();

  /** @param rows the values of each change that the role may read, as JSON */
  constructor(table: RoleTable, changes: readonly Change[], rows: readonly (string | null)[]) {
    this.#table = table;
    this.#changes = changes;
    this.#rows = rows;
    this.#columns = new Set(table.columns.map(({ name }) => name));
    this.#oldColumns = new Set(table.old_columns_sent);
  }

  mayFilterBy(column: string, type: ChangeType): boolean {
    return (type === 'DELETE' ? this.#oldColumns : this.#columns).has(column);
  }

  /** Whether the table has no primary key, so that messages have an error instead of values. */
  isKeyMissing(type: ChangeType): boolean {
    return this.#table.keys === null && type !== 'DELETE';
  }

  /**
   * The message of a change.
   * @param index the index of the change
   * @param select the columns to send besides the primary key; null for all columns
   */
  message(index: number, select: readonly string[] | null): ChangeMessage {
    const key = `${index} ${JSON.stringify(select)}`;
    const known = this.#messages.get(key);
    if (known) return known;
    const message = new ChangeMessage(() => this.#write(index, select));
    this.#messages.set(key, message);
    return message;
  }

  #write(index: number, select: readonly string[] | null): string {
    const { schema, table, keys, columns } = this.#table;
    const row = rowSchema.parse(JSON.parse(this.#rows[index] ?? 'null'));
    const change = this.#changes[index];
    if (!change) throw new Error('there is no such change');
    const isKeyMissing = this.isKeyMissing(change.type);
    const isSent = (name: string) =>
      select === null || select.includes(name) || keys?.includes(name) === true;
    const write = (values: JsonRow | null): string =>
      `{${Object.entries(values ?? {})
        .filter(([name]) => isSent(name))
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
      columns: isKeyMissing ? [] : columns.filter(({ name }) => isSent(name)),
      errors,
    });
    const record = row.record && `,"record":${isKeyMissing ? '{}' : write(row.record)}`;
    const old = row.old_record && `,"old_record":${write(row.old_record)}`;
    return `${head.slice(0, -1)}${record ?? ''}${old ?? ''}}`;
  }
}
