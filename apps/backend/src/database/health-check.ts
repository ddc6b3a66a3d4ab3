import { openSql, type Sql } from './sql.ts';

/** How long PostgreSQL may take to respond, ms. */
const timeout = 5000;

/** Checks on a connection of its own whether PostgreSQL responds. Simultaneous checks share one query. */
export class HealthCheck {
  readonly #sql: Sql;
  #pending: Promise<void> | null = null;

  constructor(url: string) {
    const settings = { statement_timeout: timeout };
    this.#sql = openSql(url, 1, { name: 'backend-health', settings });
  }

  /** @throws {ConnectionLostError} */
  check(): Promise<void> {
    this.#pending ??= this.#sql`select 1`
      .then(() => undefined)
      .finally(() => (this.#pending = null));
    return this.#pending;
  }

  close(): Promise<void> {
    return this.#sql.end();
  }
}
