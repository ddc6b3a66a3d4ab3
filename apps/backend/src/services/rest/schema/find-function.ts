import { notSupported, RestError } from '../errors.ts';
import type { ExposedSchema, Routine } from './schema-cache.ts';
import { findSimilarName } from './similar-name.ts';

/** Whether all required parameters are given, and no unknown ones. */
const takes = ({ parameters }: Routine, given: readonly string[]): boolean =>
  parameters.every(({ name, isRequired }) => !isRequired || given.includes(name)) &&
  given.every((name) => parameters.some((parameter) => parameter.name === name));

/** The kind of a POST's body, which decides the possible types of an unnamed parameter. */
export type BodyKind = 'json' | 'text' | 'xml' | 'bytes';

const wholeBodyTypes: Readonly<Record<BodyKind, readonly string[]>> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
};
const allWholeBodyTypes = Object.values(wholeBodyTypes).flat();

/** How a function is called: by POST with a body, or by GET or HEAD. */
export type Invocation = BodyKind | 'read';

const takesWhole = (
  { parameters: [only, ...others] }: Routine,
  types: readonly string[],
): boolean => only?.name === '' && types.includes(only.type) && others.length === 0;

/**
 * Whether a function has a single unnamed parameter, which is given the whole body of a POST. Other
 * functions get arguments by name.
 */
export const takesWholeBody = (routine: Routine): boolean => takesWhole(routine, allWholeBodyTypes);

/** Whether a function can be called: an unnamed parameter can only be given a whole body. */
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
  const notFound = (called: string, sought: string, hint: string | null) =>
    new RestError(404, 'PGRST202', `Could not find the function ${called} in the schema cache`, {
      details: `Searched for the function ${qualified} ${sought}, but no matches were found in the schema cache.`,
      hint,
    });
  if (invocation !== 'read' && invocation !== 'json') {
    const [type] = wholeBodyTypes[invocation];
    return notFound(qualified, `with a single unnamed ${type} parameter`, null);
  }
  const overload = schema.functions.get(name)?.[0];
  const similar = overload ? null : findSimilarName(name, schema.functions.keys());
  const list = given.join(', ');
  const called = given.length > 0 ? `(${list})` : ' without parameters';
  const sought =
    given.length > 0
      ? `with parameter${given.length > 1 ? 's' : ''} ${list}`
      : 'without parameters';
  const orWhole = invocation === 'json' ? ' or with a single unnamed json/jsonb parameter' : '';
  const meant = overload
    ? `${qualified}(${overload.parameters.map((parameter) => parameter.name).join(', ')})`
    : similar && `${schema.name}.${similar}`;
  const hint = meant && `Perhaps you meant to call the function ${meant}`;
  return notFound(`${qualified}${called}`, `${sought}${orWhole}`, hint);
};

/**
 * Finds the function with the given arguments, or else one with a single unnamed parameter.
 * @throws {RestError} PGRST202 for none, PGRST203 for several, PGRST127 for variadic ones
 */
export function findFunction(
  schema: ExposedSchema,
  name: string,
  given: readonly string[],
  invocation: Invocation,
): Routine {
  const overloads = schema.functions.get(name) ?? [];
  // A body that is not JSON has no arguments: a function without parameters would ignore it.
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
    throw notSupported('Functions with variadic parameters are');
  }
  return first;
}
