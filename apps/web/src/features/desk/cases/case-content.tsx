import { Card } from '#ui/card.tsx';
import { AppealContent } from './appeal-content.tsx';
import type { CaseFile } from './case.ts';
import { ContactContent } from './contact-content.tsx';
import { EvidenceCard } from './evidence-card.tsx';
import { LostFactorContent } from './lost-factor-content.tsx';
import { MessageEvidence } from './message-evidence.tsx';
import { Thread } from './thread.tsx';

/** What a case is about. */
export function CaseContent({ file }: { file: CaseFile }) {
  const { kind, details } = file.case;
  switch (kind) {
    case 'contact':
      return <ContactContent details={details} />;
    case 'lost-factor':
      return <LostFactorContent item={file.case} />;
    case 'appeal':
      return <AppealContent file={file} />;
    case 'message':
      return <MessageEvidence file={file} />;
    default:
      return (
        <>
          {kind === 'hold' && <HoldReason details={details} />}
          {/* The latest first: a drop may have been changed between two reports. */}
          {file.evidence.toReversed().map((evidence, index) => (
            <EvidenceCard
              key={evidence.id}
              evidence={evidence}
              file={file}
              isLatest={index === 0}
            />
          ))}
          {kind === 'comment' && <Thread file={file} />}
        </>
      );
  }
}

/** Why a drop is held: what found it says so in its details. */
function HoldReason({ details }: Pick<CaseFile['case'], 'details'>) {
  const { words, reason } = details;
  const found = Array.isArray(words) ? words.join(', ') : words;
  return (
    <Card className="p-4! text-[0.9375rem]">
      {found !== undefined && found !== '' ? (
        <p dir="auto">
          Held because of the words <strong className="font-medium">{found}</strong>
        </p>
      ) : (
        <p>{reason ?? 'Held because it sounds like a clip that was removed before.'}</p>
      )}
    </Card>
  );
}
