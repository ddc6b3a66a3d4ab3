import { REPORT_REASON_IDS } from '@undertone/domain/report-reason';
import { searchParams } from '#lib/search-params.ts';
import type { CaseKind } from './case.ts';

/** The kinds of cases, in the order of the filter, with their names for one and for several. */
export const caseKinds: Record<CaseKind, { one: string; many: string }> = {
  drop: { one: 'Voice drop', many: 'Voice drops' },
  comment: { one: 'Comment', many: 'Comments' },
  person: { one: 'Person', many: 'People' },
  message: { one: 'Message', many: 'Messages' },
  hold: { one: 'Held post', many: 'Held posts' },
  appeal: { one: 'Appeal', many: 'Appeals' },
  contact: { one: 'Contact message', many: 'Contact messages' },
  'lost-factor': { one: 'Lost second factor', many: 'Lost second factors' },
};

/** The name of what a decision is about. */
export const subjectName = (kind: string): string =>
  Object.entries(caseKinds).find(([each]) => each === kind)?.[1].one ?? kind;

/** The filters of the queue, which are its search parameters. What is left out is the default. */
export const readQueueFilters = searchParams({
  state: ['open', 'closed'],
  kind: [
    undefined,
    'drop',
    'comment',
    'person',
    'message',
    'hold',
    'appeal',
    'contact',
    'lost-factor',
  ],
  reason: [undefined, ...REPORT_REASON_IDS],
  assigned: [undefined, 'me', 'none'],
  order: ['oldest', 'newest', 'most'],
});

export type QueueFilters = ReturnType<typeof readQueueFilters>;
