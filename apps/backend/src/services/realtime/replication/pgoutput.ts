import type { ChangeType } from '../protocol/binding.ts';

/** A table as the log describes it before its first change. */
export interface Relation {
  readonly id: number;
  readonly columns: readonly { readonly name: string; readonly isKey: boolean }[];
}

/** Values as PostgreSQL's text; a column that is not there was not in the log. */
type TextRow = Readonly<Record<string, string | null>>;

/** A row that changed. */
export interface Change {
  /** The table's oid. */
  readonly entity: number;
  readonly type: ChangeType;
  /** Number of its transaction, 32 bits. */
  readonly transaction: number;
  /** When its transaction was committed, ISO 8601 in UTC with milliseconds. */
  readonly committedAt: string;
  /** Null for a row that was deleted. */
  readonly record: TextRow | null;
  /** What is known of the row before: its key, or all of it with `replica identity full`. */
  readonly oldRecord: TextRow | null;
}

/** What the log says: a change, or that a transaction is over and where. */
export type LogEntry =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'commit'; readonly end: bigint };

/** Reads the numbers and texts of one message in turn. */
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

  /** A text that ends with a zero byte. */
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

/** PostgreSQL counts its time from here, in microseconds. */
const postgresEpoch = Date.UTC(2000, 0, 1);

const timeOf = (microseconds: bigint): string =>
  new Date(postgresEpoch + Number(microseconds / 1000n)).toISOString();

/**
 * Reads the messages of PostgreSQL's own output plug-in, `pgoutput`, protocol version 1
 * (https://www.postgresql.org/docs/17/protocol-logicalrep-message-formats.html).
 * Transactions come whole, one after the other, in the order of their commits.
 */
export class PgOutput {
  readonly #relations = new Map<number, Relation>();
  #committedAt = '';
  #transaction = 0;

  /** The entry that a message stands for, or null for those that only prepare others. */
  read(message: Buffer): LogEntry | null {
    const cursor = new Cursor(message);
    switch (cursor.char()) {
      case 'B': {
        cursor.skip(8);
        this.#committedAt = timeOf(cursor.uint64());
        this.#transaction = cursor.uint32();
        return null;
      }
      case 'R': {
        this.#readRelation(cursor);
        return null;
      }
      case 'I': {
        return this.#change('INSERT', cursor);
      }
      case 'U': {
        return this.#change('UPDATE', cursor);
      }
      case 'D': {
        return this.#change('DELETE', cursor);
      }
      case 'C': {
        cursor.skip(9);
        return { kind: 'commit', end: cursor.uint64() };
      }
      // Truncations, types, origins: hosted Realtime tells none of them.
      default: {
        return null;
      }
    }
  }

  #readRelation(cursor: Cursor): void {
    const id = cursor.uint32();
    // Its schema and name are read where they are told; they may change.
    cursor.name();
    cursor.name();
    cursor.skip(1);
    const columns = Array.from({ length: cursor.uint16() }, () => {
      const isKey = (cursor.uint8() & 1) === 1;
      const name = cursor.name();
      cursor.skip(8);
      return { name, isKey };
    });
    this.#relations.set(id, { id, columns });
  }

  #change(type: ChangeType, cursor: Cursor): LogEntry {
    const relation = this.#relations.get(cursor.uint32());
    if (!relation) throw new Error('the log changes a table that it did not describe');
    const rows: Record<string, TextRow> = {};
    let part = cursor.char();
    if (part === 'K' || part === 'O') {
      // Only the key's columns are there; the others are sent as null.
      const isWhole = part === 'O';
      rows.old = readRow(cursor, relation, (isKey) => isWhole || isKey);
      if (type === 'UPDATE') part = cursor.char();
    }
    if (part === 'N') rows.new = readRow(cursor, relation, () => true);
    // An update that leaves the key alone does not repeat it.
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
    // `u`: a large value that was left as it is, and is not in the log.
    if (kind === 'u') continue;
    const value = kind === 'n' ? null : cursor.text(cursor.uint32());
    if (isThere(isKey)) row[name] = value;
  }
  return row;
}
