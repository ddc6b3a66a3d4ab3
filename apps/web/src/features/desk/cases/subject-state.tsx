import { Badge } from '#ui/badge.tsx';
import type { Subject } from './case.ts';

/** What has happened to the subject of a case, as it is now. */
export function SubjectState({ subject }: { subject: Subject }) {
  const { kind, exists, moderation, isFlagged, isLimited, isSensitive, privacyLevel } = subject;
  const isPosted = kind === 'drop' || kind === 'comment';
  const states = [
    isPosted && !exists && 'Deleted by its author',
    moderation === 'held' && 'Held',
    moderation === 'removed' && 'Removed',
    isFlagged === true && 'Hidden by reports',
    isLimited === true && 'Limited',
    isSensitive === true && 'Sensitive',
    privacyLevel === 'followers' && 'For followers',
    privacyLevel === 'private' && 'Private',
  ].filter((state) => state !== false);
  return states.map((state) => <Badge key={state}>{state}</Badge>);
}
