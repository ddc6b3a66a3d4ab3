import { dayInWords } from './day.ts';
import { REPORT_REASONS } from './report-reason.ts';

const SUBJECTS: Readonly<Record<string, string>> = {
  drop: 'voice drop',
  comment: 'comment',
  message: 'message',
};

/** What a decision is about, as its owner reads it: 'your voice drop'. */
const ownSubject = (kind: string): string => `your ${SUBJECTS[kind] ?? 'account'}`;

const MEASURES: Readonly<Record<string, (subject: string) => string>> = {
  none: (subject) => `has looked at ${subject}, and others see it again`,
  label: (subject) => `labelled ${subject} as sensitive`,
  limit: (subject) => `took ${subject} out of lists and search`,
  remove: (subject) => `removed ${subject}`,
  warn: (subject) => `warned you about ${subject}`,
  suspend: () => 'suspended your account for a time',
  ban: () => 'banned your account',
  hold: (subject) => `checks ${subject} before others see it`,
  flag: (subject) => `hid ${subject} until somebody has looked at it`,
  restore: (subject) => `took back what was decided about ${subject}`,
  upheld: () => 'decided for you on your appeal',
  rejected: () => 'answered your appeal',
};

/**
 * What follows the product's name in a statement: 'removed your voice drop'.
 *
 * @param content kind and measure, as notifications have them: `drop:remove`, `appeal:upheld`
 */
export function statementWords(content: string): string {
  const [kind = '', measure = ''] = content.split(':');
  return MEASURES[measure]?.(ownSubject(kind)) ?? `decided about ${ownSubject(kind)}`;
}

/**
 * What follows the product's name in the notice of a report's outcome: 'has acted on the voice drop that you reported
 * on 20 November 2026 (Spam or misleading content)'.
 *
 * @param content kind, outcome, reason and day of the report: `drop:acted:spam:2026-11-20`, `drop:none:…`
 */
export function outcomeWords(content: string): string {
  const [kind = '', outcome, reason, day] = content.split(':');
  const label = REPORT_REASONS.find(({ id }) => id === reason)?.label;
  const report = `the ${SUBJECTS[kind] ?? 'account'} that you reported${day ? ` on ${dayInWords(day)}` : ''}${label ? ` (${label})` : ''}`;
  return outcome === 'acted'
    ? `has acted on ${report}`
    : `found nothing against the guidelines in ${report}`;
}

const BASES: Readonly<Record<string, string>> = {
  report: 'It was reported, and a person of the team has decided.',
  staff: 'The team has noticed it, and a person has decided.',
  automatic: 'This was done automatically. A person of the team will look at it.',
};

/** How a decision came about. Names nobody, and no number. */
export const basisWords = (basis: string): string => BASES[basis] ?? '';

/** What the answer to an appeal says of a decision that another one has replaced. */
export const REPLACED_WORDS =
  'A later decision about the same has replaced it. That one stays in force, and you can appeal against it.';
