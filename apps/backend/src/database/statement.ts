/** One statement with its parameters, each as PostgreSQL's text form or null. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Keeps the plan on the connection: for texts that will come again. */
  readonly prepare?: boolean;
}

/** A row of a statement's result, by column, as PostgreSQL's text. */
export type Row = Record<string, string | null>;
