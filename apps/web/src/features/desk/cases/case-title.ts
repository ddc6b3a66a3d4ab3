import type { CaseItem } from './case.ts';
import { caseKinds } from './queue-filters.ts';

/** What a case is called in lists. The words of a message are not among what a list shows. */
export function caseTitle({ kind, excerpt, details, isHidden, person, hasClip }: CaseItem): string {
  if (kind === 'contact') return details.subject ?? caseKinds.contact.one;
  if (kind === 'lost-factor')
    return `${person?.username ?? 'An account'} asks to remove the factor`;
  if (kind === 'message') return isHidden ? 'An anonymous message' : 'A private message';
  if (kind === 'person') return `@${excerpt ?? person?.username ?? 'deleted account'}`;
  if (excerpt !== null && excerpt !== '') return excerpt;
  return hasClip ? 'Clip without words' : caseKinds[kind].one;
}
