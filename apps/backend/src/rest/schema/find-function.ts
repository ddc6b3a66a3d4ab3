import { notServed, RestError } from '../errors.ts';
import type { ExposedSchema, Routine } from './schema-cache.ts';
import { suggest } from './suggest.ts';

/** All that is required is given, and nothing that there is no parameter for. */
const takes = ({ parameters }: Routine, given: readonly string[]): boolean =>
  parameters.every(({ name, isRequired }) => !isRequired || given.includes(name)) &&
  given.every((name) => parameters.some((parameter) => parameter.name === name));

const signature = (routine: Routine): string =>
  `${routine.schema}.${routine.name}(${routine.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')})`;

const unknown = (schema: ExposedSchema, name: string, given: readonly string[]) => {
  const qualified = `${schema.name}.${name}`;
  const list = given.join(', ');
  const overload = schema.functions.get(name)?.[0];
  const similar = overload ? null : suggest(name, schema.functions.keys());
  const withArguments = given.length > 0 ? `(${list})` : ' without parameters';
  const sought =
    given.length > 0
      ? ` with parameter${given.length > 1 ? 's' : ''} ${list}`
      : ' without parameters';
  const meant = overload
    ? `${qualified}(${overload.parameters.map((parameter) => parameter.name).join(', ')})`
    : similar && `${schema.name}.${similar}`;
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${qualified}${withArguments} in the schema cache`,
    {
      details: `Searched for the function ${qualified}${sought}, but no matches were found in the schema cache.`,
      hint: meant && `Perhaps you meant to call the function ${meant}`,
    },
  );
};

/**
 * Finds the function that takes the arguments given.
 * @throws {RestError} PGRST202 for none, PGRST203 for several, PGRST127 for variadic ones
 */
export function findFunction(
  schema: ExposedSchema,
  name: string,
  given: readonly string[],
): Routine {
  const found = (schema.functions.get(name) ?? []).filter((routine) => takes(routine, given));
  const [first] = found;
  if (!first) throw unknown(schema, name, given);
  if (found.length > 1) {
    throw new RestError(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${found.map(signature).join(', ')}`,
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    );
  }
  if (first.parameters.some(({ isVariadic }) => isVariadic)) {
    throw notServed('Functions with variadic parameters are');
  }
  return first;
}
