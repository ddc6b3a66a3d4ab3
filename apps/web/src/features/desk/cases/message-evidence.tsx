import { clsx } from 'clsx';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { AccountName } from './account-name.tsx';
import { CaseClip } from './case-clip.tsx';
import type { CaseFile, Evidence } from './case.ts';
import { DiscloseDialog } from './disclose-dialog.tsx';

/** A reported message and those before it, for staff who have given a reason to read them. */
export function MessageEvidence({ file }: { file: CaseFile }) {
  const [isAsking, setAsking] = useState(false);
  if (file.messagesOpenUntil === null) {
    return (
      <Card className="grid justify-items-start gap-4">
        <div className="flex gap-3 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0">
          <LockKeyhole aria-hidden="true" />
          <p>
            The message and the five before it are private. Opening them for an hour is an act in
            the log, with your reason.
          </p>
        </div>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Open the messages
        </Button>
        {isAsking && (
          <DiscloseDialog
            caseId={file.case.id}
            disclosure="messages"
            onClose={() => setAsking(false)}
          />
        )}
      </Card>
    );
  }
  return (
    <TitledCard title="The messages">
      <ol className="grid gap-3">
        {file.evidence
          .toSorted((one, other) => one.position - other.position)
          .map((evidence) => (
            <MessagePart key={evidence.id} evidence={evidence} file={file} />
          ))}
      </ol>
    </TitledCard>
  );
}

function MessagePart({ evidence, file }: { evidence: Evidence; file: CaseFile }) {
  const { author, isOfPerson, position, words, writtenAt } = evidence;
  return (
    <li
      aria-current={position === 0 ? 'true' : undefined}
      className={clsx(
        'w-full max-w-md rounded-lg border px-4 py-3',
        isOfPerson ? 'border-line bg-paper-sunken' : 'ml-auto border-line',
        position === 0 && 'outline outline-line-strong',
      )}
    >
      <p className="mb-1 flex flex-wrap gap-x-2 text-sm text-ink-faint">
        <AccountName account={author} />
        <RelativeTime moment={writtenAt} />
        {position === 0 && <span className="font-medium text-ink">Reported</span>}
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {words}
      </p>
      <CaseClip evidence={evidence} file={file} />
    </li>
  );
}
