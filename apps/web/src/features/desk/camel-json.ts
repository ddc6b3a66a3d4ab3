import type { Json } from '@undertone/database-types/database';

/** What a function of the desk answers, as JSON whose keys are in camel case. */
export const camelJson = (answer: Json): string => JSON.stringify(converted(answer));

function converted(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(converted);
  if (!(json instanceof Object)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      converted(value),
    ]),
  );
}
