import type { DeskScreenProps } from '#features/desk/desk-screens.ts';
import { CaseScreen } from './case-screen.tsx';
import { Queue } from './queue.tsx';
import { useLiveCases } from './use-live-cases.ts';

/** The queue, and the cases in it. */
export default function QueueScreen({ userId, role, rest }: DeskScreenProps) {
  useLiveCases();
  return rest === '' ? (
    <Queue userId={userId} />
  ) : (
    <CaseScreen key={rest} userId={userId} role={role} caseId={rest} />
  );
}
