import { TitledCard } from '#ui/titled-card.tsx';
import type { CaseFile } from './case.ts';
import { CaseRow } from './case-row.tsx';
import { DecisionRow } from './decision-row.tsx';

interface CaseHistoryProps {
  file: CaseFile;
  userId: string;
}

/** What was decided about the subject before, and other cases about it or its clip. */
export function CaseHistory({ file, userId }: CaseHistoryProps) {
  const { decisions, earlier } = file;
  if (decisions.length === 0 && earlier.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-5">
      {decisions.length > 0 && (
        <TitledCard title="Decisions">
          <ul className="grid gap-4">
            {decisions.map((decision) => (
              <li key={decision.id}>
                <DecisionRow decision={decision} />
              </li>
            ))}
          </ul>
        </TitledCard>
      )}
      {earlier.length > 0 && (
        <TitledCard title="Other cases on this">
          <ul className="-mx-5 -mb-2 divide-y divide-line">
            {earlier.map((item) => (
              <li key={item.id}>
                <CaseRow item={item} userId={userId} />
              </li>
            ))}
          </ul>
        </TitledCard>
      )}
    </div>
  );
}
