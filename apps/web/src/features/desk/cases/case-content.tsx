import { Link } from '@tanstack/react-router';
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
          <FoundReason kind={kind} details={details} />
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

/** Why the machine has opened a case, or holds a drop: what found it says so in its details. */
function FoundReason({ kind, details }: Pick<CaseFile['case'], 'kind' | 'details'>) {
  const { words, reason, copyOf } = details;
  const found = Array.isArray(words) ? words.join(', ') : (words ?? '');
  const isCopy = kind === 'hold' || reason !== undefined;
  if (found === '' && !isCopy) return null;
  return (
    <Card className="p-4! text-[0.9375rem]">
      {found === '' ? (
        <p>
          {reason ?? 'It is held automatically.'}
          {typeof copyOf === 'string' && (
            <>
              {' '}
              <Link
                to="/desk/$"
                params={{ _splat: `queue/${copyOf}` }}
                className="rounded-sm underline underline-offset-3"
              >
                The earlier case
              </Link>
            </>
          )}
        </p>
      ) : (
        <p dir="auto">
          Held because of the words <strong className="font-medium">{found}</strong>
        </p>
      )}
    </Card>
  );
}
