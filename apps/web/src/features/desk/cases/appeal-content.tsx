import { Card } from '#ui/card.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import type { CaseFile } from './case.ts';
import { DecisionRow } from './decision-row.tsx';
import { EvidenceCard } from './evidence-card.tsx';

/** An appeal, the decision that it is against, and what that was about. */
export function AppealContent({ file }: { file: CaseFile }) {
  const { appeal, evidence } = file;
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
      {evidence
        .filter(({ kind }) => kind !== 'message')
        .toReversed()
        .map((shown) => (
          <EvidenceCard key={shown.id} evidence={shown} file={file} isLatest={false} />
        ))}
    </>
  );
}
