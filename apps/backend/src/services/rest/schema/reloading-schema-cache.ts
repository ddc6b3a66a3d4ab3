import type { Logger } from 'pino';
import type { Database } from '../../../database/database.ts';
import { readSchema, type SchemaNames } from './read-schema.ts';
import type { SchemaCache } from './schema-cache.ts';

/** The notifications upon which the schema is read again; `reload config` concerns settings of roles. */
const reloads: ReadonlySet<string> = new Set(['', 'reload schema', 'reload config']);

/** The schema cache, which is reloaded on `notify pgrst, 'reload schema'`. */
export class ReloadingSchemaCache {
  readonly #read: () => Promise<SchemaCache>;
  readonly #log: Logger;
  #cache: SchemaCache;
  #reading: Promise<void> | null = null;
  #isStale = false;
  #stopListening: (() => Promise<void>) | null = null;

  private constructor(read: () => Promise<SchemaCache>, log: Logger, cache: SchemaCache) {
    this.#read = read;
    this.#log = log;
    this.#cache = cache;
  }

  /** Reads the schemas and listens for notifications. */
  static async open(
    database: Database,
    schemas: SchemaNames,
    log: Logger,
  ): Promise<ReloadingSchemaCache> {
    const read = () => readSchema(database.admin, schemas);
    const live = new ReloadingSchemaCache(read, log, await read());
    live.#stopListening = await database.listen('pgrst', {
      onMessage: (message) => {
        if (reloads.has(message)) live.#reload();
      },
      // A notification may have been missed while the connection was lost.
      onListening: () => live.#reload(),
    });
    return live;
  }

  get current(): SchemaCache {
    return this.#cache;
  }

  /** A notification that arrives while the schemas are read leads to one more reading. */
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
        this.#cache = await this.#read();
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
