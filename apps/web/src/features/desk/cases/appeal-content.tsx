import { Card } from '#ui/card.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import type { CaseFile } from './case.ts';
import { DecisionRow } from './decision-row.tsx';

/** An appeal, and the decision that it is against. */
export function AppealContent({ file: { appeal } }: { file: CaseFile }) {
  if (!appeal) return <Card>The appeal was deleted with its account.</Card>;
  return (
    <>
      <TitledCard title="The appeal">
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {appeal.words ?? 'Its words were deleted with the account.'}
        </p>
      </TitledCard>
      <TitledCard title="The decision">
        <DecisionRow decision={appeal.decision} isLinked />
      </TitledCard>
    </>
  );
}
