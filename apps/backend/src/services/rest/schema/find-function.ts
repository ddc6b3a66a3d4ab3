import { notServed, RestError } from '../errors.ts';
import type { ExposedSchema, Routine } from './schema-cache.ts';
import { suggest } from './similar-name.ts';

/** All that is required is given, and nothing that there is no parameter for. */
const takes = ({ parameters }: Routine, given: readonly string[]): boolean =>
  parameters.every(({ name, isRequired }) => !isRequired || given.includes(name)) &&
  given.every((name) => parameters.some((parameter) => parameter.name === name));

/** What the body of a POST is, which decides the types of a parameter without a name that takes it. */
export type BodyKind = 'json' | 'text' | 'xml' | 'bytes';

const wholeBodyTypes: Readonly<Record<BodyKind, readonly string[]>> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
};
const allWholeBodyTypes = Object.values(wholeBodyTypes).flat();

/** How a function is called: by POST with a body, or by a method that only reads. */
export type Invocation = BodyKind | 'read';

const takesWhole = (
  { parameters: [only, ...others] }: Routine,
  types: readonly string[],
): boolean => only?.name === '' && types.includes(only.type) && others.length === 0;

/**
 * Functions with one parameter that has no name are given the whole body of a POST, if it is of
 * a type for that. Others read what they take from it.
 */
export const takesWholeBody = (routine: Routine): boolean => takesWhole(routine, allWholeBodyTypes);

/** Whether arguments can be given at all: parameters without a name take nothing but a whole body. */
export const isCallable = (routine: Routine): boolean =>
  routine.parameters.every(({ name }) => name !== '') || takesWholeBody(routine);

const signature = (routine: Routine): string =>
  `${routine.schema}.${routine.name}(${routine.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')})`;

const unknown = (
  schema: ExposedSchema,
  name: string,
  given: readonly string[],
  invocation: Invocation,
) => {
  const qualified = `${schema.name}.${name}`;
  const list = given.join(', ');
  const unnamed = {
    read: null,
    json: null,
    text: 'text',
    xml: 'xml',
    bytes: 'bytea',
  }[invocation];
  if (unnamed !== null) {
    return new RestError(
      404,
      'PGRST202',
      `Could not find the function ${qualified} in the schema cache`,
      {
        details: `Searched for the function ${qualified} with a single unnamed ${unnamed} parameter, but no matches were found in the schema cache.`,
      },
    );
  }
  const overload = schema.functions.get(name)?.[0];
  const similar = overload ? null : suggest(name, schema.functions.keys());
  const withArguments = given.length > 0 ? `(${list})` : ' without parameters';
  const sought =
    given.length > 0
      ? ` with parameter${given.length > 1 ? 's' : ''} ${list}`
      : ' without parameters';
  const orWhole = invocation === 'json' ? ' or with a single unnamed json/jsonb parameter' : '';
  const meant = overload
    ? `${qualified}(${overload.parameters.map((parameter) => parameter.name).join(', ')})`
    : similar && `${schema.name}.${similar}`;
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${qualified}${withArguments} in the schema cache`,
    {
      details: `Searched for the function ${qualified}${sought}${orWhole}, but no matches were found in the schema cache.`,
      hint: meant && `Perhaps you meant to call the function ${meant}`,
    },
  );
};

/**
 * Finds the function that takes the arguments given, or else the one that takes
 * any body as it is.
 * @throws {RestError} PGRST202 for none, PGRST203 for several, PGRST127 for variadic ones
 */
export function findFunction(
  schema: ExposedSchema,
  name: string,
  given: readonly string[],
  invocation: Invocation,
): Routine {
  const overloads = schema.functions.get(name) ?? [];
  // A body that is no JSON names no arguments: a function that takes none would ignore it.
  const isIgnored = ({ parameters }: Routine) =>
    parameters.length === 0 && invocation !== 'json' && invocation !== 'read';
  const byName = overloads.filter((routine) => takes(routine, given) && !isIgnored(routine));
  const byBody =
    invocation === 'read'
      ? []
      : overloads.filter((routine) => takesWhole(routine, wholeBodyTypes[invocation]));
  const found = byName.length > 0 ? byName : byBody;
  const [first] = found;
  if (!first) throw unknown(schema, name, given, invocation);
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
