import type { ChangeType } from '../protocol/binding.ts';

/** A table, described by a Relation message before the table's first change. */
interface Relation {
  readonly id: number;
  /** The columns of the primary key; none with a replica identity other than the default. */
  readonly primaryKey: readonly string[];
  readonly columns: readonly { readonly name: string; readonly isKey: boolean }[];
}

/** Values in PostgreSQL's text form by column. Unchanged large values are not in the log and missing here. */
type TextRow = Readonly<Record<string, string | null>>;

/** A row that changed. */
export interface Change {
  /** The table's oid. */
  readonly entity: number;
  readonly type: ChangeType;
  /** The transaction's id, 32 bits. */
  readonly transaction: number;
  /** The transaction's commit time, ISO 8601 in UTC with milliseconds. */
  readonly committedAt: string;
  /** The columns of the table's primary key; none with a replica identity other than the default. */
  readonly primaryKey: readonly string[];
  /** The row after the change; null for DELETE. */
  readonly record: TextRow | null;
  /** The row before the change: its key, or all of it with `replica identity full`. */
  readonly oldRecord: TextRow | null;
}

/** A change, or the end of a transaction with its position in the log. */
export type LogEntry =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'commit'; readonly end: bigint };

/** Reads the fields of a message one after the other. */
class Cursor {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  skip(count: number): void {
    this.#at += count;
  }

  char(): string {
    return String.fromCharCode(this.#bytes.readUInt8(this.#at++));
  }

  uint8(): number {
    return this.#bytes.readUInt8(this.#at++);
  }

  uint16(): number {
    this.#at += 2;
    return this.#bytes.readUInt16BE(this.#at - 2);
  }

  uint32(): number {
    this.#at += 4;
    return this.#bytes.readUInt32BE(this.#at - 4);
  }

  uint64(): bigint {
    this.#at += 8;
    return this.#bytes.readBigUInt64BE(this.#at - 8);
  }

  /** A zero-terminated text. */
  name(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }

  text(length: number): string {
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }
}

/** The epoch of PostgreSQL's timestamps, ms since 1970. */
export const postgresEpoch = Date.UTC(2000, 0, 1);

const timeOf = (microseconds: bigint): string =>
  new Date(postgresEpoch + Number(microseconds / 1000n)).toISOString();

/**
 * Parses the messages of PostgreSQL's output plug-in `pgoutput`, protocol version 1
 * (https://www.postgresql.org/docs/17/protocol-logicalrep-message-formats.html).
 * Transactions are not interleaved; they arrive in the order of their commits.
 */
export class PgOutput {
  readonly #relations = new Map<number, Relation>();
  #committedAt = '';
  #transaction = 0;

  /** Parses a message; returns null for messages that only describe later ones. */
  read(message: Buffer): LogEntry | null {
    const cursor = new Cursor(message);
    switch (cursor.char()) {
      case 'B':
        cursor.skip(8);
        this.#committedAt = timeOf(cursor.uint64());
        this.#transaction = cursor.uint32();
        return null;
      case 'R':
        this.#readRelation(cursor);
        return null;
      case 'I':
        return this.#change('INSERT', cursor);
      case 'U':
        return this.#change('UPDATE', cursor);
      case 'D':
        return this.#change('DELETE', cursor);
      case 'C':
        cursor.skip(9);
        return { kind: 'commit', end: cursor.uint64() };
      // Truncations, types and origins, which hosted Realtime does not send either.
      default:
        return null;
    }
  }

  #readRelation(cursor: Cursor): void {
    const id = cursor.uint32();
    // Skips the schema and the name, which are read from the catalogue when a message is written.
    cursor.name();
    cursor.name();
    // The replica identity: 'd' is the default, the primary key.
    const hasPrimaryKey = cursor.char() === 'd';
    const columns = Array.from({ length: cursor.uint16() }, () => {
      const isKey = (cursor.uint8() & 1) === 1;
      const name = cursor.name();
      cursor.skip(8);
      return { name, isKey };
    });
    const primaryKey = columns.filter(({ isKey }) => hasPrimaryKey && isKey);
    this.#relations.set(id, { id, primaryKey: primaryKey.map(({ name }) => name), columns });
  }

  #change(type: ChangeType, cursor: Cursor): LogEntry {
    const relation = this.#relations.get(cursor.uint32());
    if (!relation) throw new Error('the log has a change of a table that it did not describe');
    const rows: Record<string, TextRow> = {};
    let part = cursor.char();
    if (part === 'K' || part === 'O') {
      // A key ('K') has values for the key's columns only; the others are sent as null.
      const isWhole = part === 'O';
      rows.old = readRow(cursor, relation, (isKey) => isWhole || isKey);
      if (type === 'UPDATE') part = cursor.char();
    }
    if (part === 'N') rows.new = readRow(cursor, relation, () => true);
    // An update that does not change the key does not send the old one.
    const key = () =>
      Object.fromEntries(
        relation.columns
          .filter(({ name, isKey }) => isKey && rows.new && name in rows.new)
          .map(({ name }) => [name, rows.new?.[name] ?? null]),
      );
    return {
      kind: 'change',
      change: {
        entity: relation.id,
        type,
        transaction: this.#transaction,
        committedAt: this.#committedAt,
        primaryKey: relation.primaryKey,
        record: rows.new ?? null,
        oldRecord: rows.old ?? (type === 'UPDATE' ? key() : null),
      },
    };
  }
}

function readRow(
  cursor: Cursor,
  { columns }: Relation,
  isThere: (isKey: boolean) => boolean,
): TextRow {
  const row: Record<string, string | null> = {};
  const count = cursor.uint16();
  for (const { name, isKey } of columns.slice(0, count)) {
    const kind = cursor.char();
    // 'u' is an unchanged large (TOASTed) value, which is not in the log.
    if (kind === 'u') continue;
    const value = kind === 'n' ? null : cursor.text(cursor.uint32());
    if (isThere(isKey)) row[name] = value;
  }
  return row;
}
