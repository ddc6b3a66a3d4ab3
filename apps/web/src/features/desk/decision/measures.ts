import type { CaseKind, Measure } from '#features/desk/cases/case.ts';

interface MeasureText {
  /** The letter that chooses it. */
  key: string;
  label: string;
  /** What it does, for the person who decides. */
  effect: string;
  /** The label of the button that decides. */
  verb: string;
  /** What the desk says afterwards. */
  done: string;
}

const texts: Record<Measure, MeasureText> = {
  none: {
    key: 'n',
    label: 'Nothing wrong',
    effect: 'Closes the case. Its reports no longer count, and what was hidden is shown again.',
    verb: 'Close the case',
    done: 'Nothing was found wrong',
  },
  label: {
    key: 's',
    label: 'Sensitive',
    effect: 'It plays only after a press, and is left out of podcast feeds and previews.',
    verb: 'Label it as sensitive',
    done: 'Labelled as sensitive',
  },
  limit: {
    key: 'l',
    label: 'Limit',
    effect: 'Out of public lists and search. Anyone who has its address can still open it.',
    verb: 'Limit it',
    done: 'Taken out of lists and search',
  },
  remove: {
    key: 'r',
    label: 'Remove',
    effect: 'Only its owner sees it, with your reasons. It can be restored for 30 days.',
    verb: 'Remove it',
    done: 'Removed',
  },
  warn: {
    key: 'w',
    label: 'Warn',
    effect: 'The person reads your reasons. Nothing else changes.',
    verb: 'Warn the person',
    done: 'The person was warned',
  },
  suspend: {
    key: 't',
    label: 'Suspend',
    effect: 'For this time the person can read, listen, block and report, but not post.',
    verb: 'Suspend the person',
    done: 'The person is suspended',
  },
  ban: {
    key: 'b',
    label: 'Ban',
    effect:
      'For good: others see nothing of the person, who can still appeal and download their data.',
    verb: 'Ban the person',
    done: 'The person is banned',
  },
  restore: {
    key: 'y',
    label: 'Take back',
    effect: 'Ends what was decided. What was removed is there again, as it was.',
    verb: 'Take it back',
    done: 'Taken back',
  },
  'remove-factor': {
    key: 'y',
    label: 'Remove the factor',
    effect: 'Removes the second factor and ends all sessions. The password alone is enough then.',
    verb: 'Remove the factor',
    done: 'The second factor is removed',
  },
};

type SpecialTexts = Partial<Record<Measure, Partial<MeasureText>>>;

const appealTexts: SpecialTexts = {
  restore: {
    label: 'Uphold',
    effect: 'The person was right: the decision is taken back.',
    verb: 'Uphold the appeal',
    done: 'The appeal was upheld',
  },
  none: {
    label: 'Reject',
    effect: 'The decision stays, and the person reads why.',
    verb: 'Reject the appeal',
    done: 'The appeal was rejected',
  },
};

const factorTexts: SpecialTexts = {
  none: {
    label: 'Refuse',
    effect: 'The account keeps its factor, and its owner gets a mail.',
    verb: 'Refuse',
    done: 'The request was refused',
  },
};

const specialTexts: Partial<Record<CaseKind, SpecialTexts>> = {
  appeal: appealTexts,
  'lost-factor': factorTexts,
};

/** The words of a measure in a case of this kind. */
export function measureText(kind: CaseKind, measure: Measure): MeasureText {
  return { ...texts[measure], ...specialTexts[kind]?.[measure] };
}

const NAMES: Readonly<Record<string, string>> = {
  none: 'Nothing wrong',
  label: 'Labelled as sensitive',
  limit: 'Limited',
  remove: 'Removed',
  warn: 'Warned',
  suspend: 'Suspended',
  ban: 'Banned',
  hold: 'Held',
  flag: 'Hidden by reports',
  restore: 'Taken back',
  'remove-factor': 'Factor removed',
};

/** A decision's measure in the history. */
export const measureName = (measure: string): string => NAMES[measure] ?? measure;

/** The measures of which the person reads a rule and reasons. */
const WITH_STATEMENT = new Set<Measure>(['label', 'limit', 'remove', 'warn', 'suspend', 'ban']);

/** Whether a decision names a rule. */
export const takesRule = (measure: Measure): boolean => WITH_STATEMENT.has(measure);

/** Whether a decision gives its reasons. */
export const takesWords = (kind: CaseKind, measure: Measure): boolean =>
  takesRule(measure) || kind === 'appeal';
