import type { ValuePlace } from '../parser/syntax-tree.ts';

/**
 * The source of a statement's parameter: a value of the query string, the body, the root's offset, or
 * the plan itself.
 */
export type StatementParameter =
  | { readonly from: 'query'; readonly place: ValuePlace }
  | { readonly from: 'plan'; readonly text: string }
  | { readonly from: 'body' }
  | { readonly from: 'offset' };

/** The values that a request has for a plan. */
export interface StatementInput {
  readonly values: readonly string[];
  readonly body?: string | undefined;
  readonly offset: number;
}

/** An identifier as SQL. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const qualify = ({ schema, name }: { schema: string; name: string }): string =>
  `${quote(schema)}.${quote(name)}`;

/** A text as SQL; with standard_conforming_strings a backslash needs no escape. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Collects the parameters of one statement while its text is written. */
export class StatementParameters {
  readonly list: StatementParameter[] = [];
  /** Whether the best plan depends on the values. */
  isPlannedByValues = false;
  readonly #places = new Map<string, string>();

  #add(key: string, parameter: StatementParameter): string {
    const known = this.#places.get(key);
    if (known) return known;
    const placeholder = `$${this.list.push(parameter)}`;
    this.#places.set(key, placeholder);
    return placeholder;
  }

  /** The placeholder of a value of the query string. */
  value(place: ValuePlace): string {
    return this.#add(`query ${place}`, { from: 'query', place });
  }

  /** The placeholder of a text that is part of the plan. */
  text(text: string): string {
    return this.#add(`plan ${text}`, { from: 'plan', text });
  }

  body(): string {
    return this.#add('body', { from: 'body' });
  }

  offset(): string {
    return this.#add('offset', { from: 'offset' });
  }
}

/** The values of a statement's parameters for one request. */
export const bind = (
  parameters: readonly StatementParameter[],
  { values, body, offset }: StatementInput,
): (string | null)[] =>
  parameters.map((parameter) => {
    switch (parameter.from) {
      case 'query':
        return values[parameter.place] ?? null;
      case 'plan':
        return parameter.text;
      case 'offset':
        return String(offset);
      default:
        return body ?? null;
    }
  });
