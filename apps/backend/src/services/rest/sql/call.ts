import type { RequestQuery } from '../parser/syntax-tree.ts';
import { takesWholeBody } from '../schema/find-function.ts';
import type { Routine } from '../schema/schema-cache.ts';
import { scalarColumn } from './result-row.ts';
import { writePayload, type PayloadShape } from './payload.ts';
import { qualify, quote, type StatementParameters } from './statement.ts';

/**
 * Writes the select of a function's result. Arguments are given by name.
 * @param payload the arguments; null where those of the query apply
 */
export function writeCall(
  routine: Routine,
  query: RequestQuery,
  payload: PayloadShape | null,
  parameters: StatementParameters,
): string {
  const call = (argumentList: readonly string[]) => {
    const called = `${qualify(routine)}(${argumentList.join(', ')})`;
    // Scalars are selected as a column; only as a table PostgreSQL knows the columns of a record.
    return routine.columns === null
      ? `(select ${called} as ${scalarColumn}) as "call"`
      : `${called} as "call"`;
  };

  if (!payload) {
    const named = routine.parameters.flatMap(({ name, type }) => {
      const place = query.arguments.get(name);
      return place === undefined ? [] : [`${quote(name)} => ${parameters.value(place)}::${type}`];
    });
    return `select "call".* from ${call(named)}`;
  }

  const [only] = routine.parameters;
  if (only && takesWholeBody(routine)) {
    return `select "call".* from ${call([`${parameters.body()}::${only.type}`])}`;
  }

  const used = routine.parameters.filter(({ name }) => payload.keys.includes(name));
  if (used.length === 0) return `select "call".* from ${call([])}`;
  const columns = used.map(({ name, type }) => ({ name, type, default: null }));
  const body = writePayload(columns, payload, 'null', parameters);
  const named = used.map(({ name }) => `${quote(name)} => "body".${quote(name)}`);
  // As in PostgREST, only the first of several objects is used.
  const first = payload.isObject ? body : `(select * from ${body} limit 1) as "body"`;
  return `select "call".* from ${first} cross join lateral ${call(named)}`;
}
