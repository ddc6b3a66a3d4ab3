import type { Logger } from 'pino';
import type { Database } from '../../../database/database.ts';
import { readSchema, type SchemaNames } from './read-schema.ts';
import type { SchemaCache } from './schema-cache.ts';

/** What is said on the channel to have all read again; the configuration are settings of roles. */
const reloads: ReadonlySet<string> = new Set(['', 'reload schema', 'reload config']);

/** The schema cache, read again whenever someone says `notify pgrst, 'reload schema'`. */
export class LiveSchema {
  readonly #database: Database;
  readonly #schemas: SchemaNames;
  readonly #log: Logger;
  #cache: SchemaCache;
  #reading: Promise<void> | null = null;
  #isStale = false;
  #stopListening: (() => Promise<void>) | null = null;

  private constructor(database: Database, schemas: SchemaNames, log: Logger, cache: SchemaCache) {
    this.#database = database;
    this.#schemas = schemas;
    this.#log = log;
    this.#cache = cache;
  }

  /** Reads the schemas and begins to listen. */
  static async open(database: Database, schemas: SchemaNames, log: Logger): Promise<LiveSchema> {
    const cache = await readSchema(database.admin, schemas);
    const live = new LiveSchema(database, schemas, log, cache);
    live.#stopListening = await database.listen('pgrst', {
      onMessage: (message) => {
        if (reloads.has(message)) live.#reload();
      },
      // Also after the connection was lost, when a notice may have been missed.
      onListening: () => live.#reload(),
    });
    return live;
  }

  get current(): SchemaCache {
    return this.#cache;
  }

  /** Notices that come while the schemas are read lead to one more reading. */
  #reload(): void {
    this.#isStale = true;
    this.#reading ??= this.#readUntilFresh().finally(() => {
      this.#reading = null;
    });
  }

  async #readUntilFresh(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      try {
        this.#cache = await readSchema(this.#database.admin, this.#schemas);
      } catch (error) {
        this.#log.error({ error }, 'the schema cache could not be read');
      }
    }
  }

  async close(): Promise<void> {
    await this.#stopListening?.();
    await this.#reading;
  }
}
