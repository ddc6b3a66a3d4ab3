import type { Json } from '@undertone/database-types/database';
import { guidelineRuleTitle } from '@undertone/domain/guideline-rule';

/** A value that an act has changed, as text; undefined where there was, or is, none. */
export interface Change {
  name: string;
  from: string | undefined;
  to: string | undefined;
}

const entriesOf = (value: Json): ReadonlyMap<string, Json | undefined> =>
  new Map(
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value)
      : [],
  );

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** As PostgreSQL writes a moment into JSON. */
const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:/.test(text);

const textOf = (name: string, value: Json | undefined): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && name === 'rule') return guidelineRuleTitle(value);
  if (typeof value === 'string' && isMoment(value)) return moment.format(new Date(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** What says to which rows an act belongs, which nobody reads. */
const references: ReadonlySet<string> = new Set(['case', 'decision', 'ended', 'id']);

/** Lists what differs between the states before and after an act. */
export function listChanges(before: Json, after: Json): Change[] {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((name) => !references.has(name))
    .map((name) => ({
      name: name.replaceAll('_', ' '),
      from: textOf(name, was.get(name)),
      to: textOf(name, is.get(name)),
    }))
    .filter(({ from, to }) => from !== to);
}
