import type { Database } from '@undertone/database-types/database';

type DecisionRow = Pick<
  Database['public']['Tables']['decisions']['Row'],
  | 'id'
  | 'subject_kind'
  | 'subject_id'
  | 'measure'
  | 'rule'
  | 'words'
  | 'basis'
  | 'until'
  | 'decided_on'
  | 'ended_on'
  | 'appealable_until'
  | 'excerpt'
>;

type AppealRow = Pick<
  Database['public']['Tables']['appeals']['Row'],
  'words' | 'created_on' | 'outcome' | 'answer' | 'answered_on' | 'later_decision_id'
>;

/** A decision about the reader, with its reasons. Days are of UTC, without a time. */
export interface Statement {
  id: string;
  /** What was decided about: 'drop', 'comment', 'person' or 'message'. */
  kind: string;
  subjectId: string;
  measure: string;
  /** The key of a rule of the community guidelines. */
  rule: string | null;
  /** The facts and the reasons. */
  words: string | null;
  basis: string;
  /** When a suspension ends, ISO 8601. */
  until: string | null;
  decidedOn: string;
  /** When it was taken back or replaced. */
  endedOn: string | null;
  /** Until when one can appeal; null where there is nothing to appeal against. */
  appealableUntil: string | null;
  /** A title, or words. */
  excerpt: string | null;
  appeal: Appeal | null;
}

export interface Appeal {
  words: string | null;
  createdOn: string;
  /** Null until somebody has decided. */
  outcome: 'upheld' | 'rejected' | null;
  answer: string | null;
  answeredOn: string | null;
  /** The decision that had replaced the one of an upheld appeal, and stays in force. */
  laterDecisionId: string | null;
}

/** The columns of a statement with its appeal, for one request. */
export const STATEMENT_COLUMNS =
  'id, subject_kind, subject_id, measure, rule, words, basis, until, decided_on, ended_on, appealable_until, excerpt, appeal:appeals(words, created_on, outcome, answer, answered_on, later_decision_id)';

export function statementFromRow(row: DecisionRow & { appeal: AppealRow | null }): Statement {
  const { appeal } = row;
  return {
    id: row.id,
    kind: row.subject_kind,
    subjectId: row.subject_id,
    measure: row.measure,
    rule: row.rule,
    words: row.words,
    basis: row.basis,
    until: row.until,
    decidedOn: row.decided_on,
    endedOn: row.ended_on,
    appealableUntil: row.appealable_until,
    excerpt: row.excerpt,
    appeal: appeal && {
      words: appeal.words,
      createdOn: appeal.created_on,
      outcome: appeal.outcome === 'upheld' || appeal.outcome === 'rejected' ? appeal.outcome : null,
      answer: appeal.answer,
      answeredOn: appeal.answered_on,
      laterDecisionId: appeal.later_decision_id,
    },
  };
}
