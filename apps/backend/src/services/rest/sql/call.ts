import type { RequestQuery } from '../parser/syntax-tree.ts';
import { takesWholeBody } from '../schema/find-function.ts';
import type { Routine } from '../schema/schema-cache.ts';
import { scalarColumn } from './result-row.ts';
import { writePayload, type PayloadShape } from './payload.ts';
import { qualify, quote, type StatementParameters } from './statement.ts';

/** Where a function's arguments come from. */
export type CallArguments = { readonly query: RequestQuery } | { readonly payload: PayloadShape };

/** Selects what a function returns. Its arguments are given by name. */
export function writeCall(
  routine: Routine,
  given: CallArguments,
  parameters: StatementParameters,
): string {
  const call = (argumentList: readonly string[]) => {
    const called = `${qualify(routine)}(${argumentList.join(', ')})`;
    // As a column rather than as a table: of a record PostgreSQL knows the columns only then.
    return routine.columns === null
      ? `(select ${called} as ${scalarColumn}) as "call"`
      : `${called} as "call"`;
  };

  if ('query' in given) {
    const named = routine.parameters.flatMap(({ name, type }) => {
      const place = given.query.arguments.get(name);
      return place === undefined ? [] : [`${quote(name)} => ${parameters.value(place)}::${type}`];
    });
    return `select "call".* from ${call(named)}`;
  }

  const [only] = routine.parameters;
  if (only && takesWholeBody(routine)) {
    return `select "call".* from ${call([`${parameters.body()}::${only.type}`])}`;
  }

  const used = routine.parameters.filter(({ name }) => given.payload.keys.includes(name));
  if (used.length === 0) return `select "call".* from ${call([])}`;
  const columns = used.map(({ name, type }) => ({ name, type, default: null }));
  const body = writePayload(columns, given.payload, 'null', parameters);
  const named = used.map(({ name }) => `${quote(name)} => "body".${quote(name)}`);
  // Of several objects only the first is for the function, as with PostgREST.
  const first = given.payload.isObject ? body : `(select * from ${body} limit 1) as "body"`;
  return `select "call".* from ${first} cross join lateral ${call(named)}`;
}
