/** One SQL statement with its parameters, each as PostgreSQL's text form or null. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Keep the statement prepared on its connection: for texts that will come again. */
  readonly prepare?: boolean;
}

/** A row of a result: PostgreSQL's text forms by column name. */
export type Row = Record<string, string | null>;
