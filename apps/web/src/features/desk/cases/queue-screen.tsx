import type { DeskScreenProps } from '#features/desk/desk-screens.ts';
import { CaseScreen } from './case-screen.tsx';
import { OpenCase } from './open-case.tsx';
import { Queue } from './queue.tsx';
import { useLiveCases } from './use-live-cases.ts';

/** The queue, and the cases in it. */
export default function QueueScreen({ userId, role, rest }: DeskScreenProps) {
  useLiveCases();
  const [caseId = '', kind, subjectId] = rest.split('/');
  if (caseId === '') return <Queue userId={userId} />;
  // The address to which the menus of the app lead.
  if (caseId === 'open' && kind !== undefined && subjectId !== undefined) {
    return <OpenCase kind={kind} subjectId={subjectId} />;
  }
  return <CaseScreen key={caseId} userId={userId} role={role} caseId={caseId} />;
}
