import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PersonAvatar } from '#features/people/person-avatar.tsx';
import { Button } from '#ui/button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import { AccountName } from './account-name.tsx';
import type { CaseFile, PersonRecord } from './case.ts';
import { DiscloseDialog } from './disclose-dialog.tsx';
import { RestrictionNote } from './restriction-note.tsx';

/** The person that a case is about, with the numbers of their history. */
export function PersonCard({ file }: { file: CaseFile }) {
  const [isAsking, setAsking] = useState(false);
  if (file.case.isHidden) {
    return (
      <TitledCard title="The sender">
        <p className="mb-4 text-[0.9375rem] text-ink-soft">
          This message is anonymous. You can decide without knowing who has sent it.
        </p>
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
          Show the sender
        </Button>
        {isAsking && (
          <DiscloseDialog
            caseId={file.case.id}
            disclosure="sender"
            onClose={() => setAsking(false)}
          />
        )}
      </TitledCard>
    );
  }
  return (
    file.person && (
      <TitledCard title="The person">
        <PersonSummary person={file.person} />
        <Link
          to="/desk/$"
          params={{ _splat: `people/${file.person.userId}` }}
          className="mt-3 inline-block rounded-sm text-[0.9375rem] text-ink-soft underline underline-offset-3 hover:text-ink"
        >
          All about this person
        </Link>
      </TitledCard>
    )
  );
}

/** A person's name, age of the account, restriction, and numbers. */
export function PersonSummary({ person }: { person: PersonRecord }) {
  const { bio, createdAt, restriction, cases, decisions, upheldAppeals } = person;
  return (
    <>
      <div className="flex items-center gap-3">
        <PersonAvatar person={person} />
        <div className="min-w-0">
          <AccountName account={person} />
          {createdAt !== null && (
            <p className="text-sm text-ink-faint">
              Joined <RelativeTime moment={createdAt} ago />
            </p>
          )}
        </div>
      </div>
      {bio !== null && bio !== '' && (
        <p dir="auto" className="mt-3 text-[0.9375rem] wrap-anywhere text-ink-soft">
          {bio}
        </p>
      )}
      <RestrictionNote restriction={restriction} />
      <dl className="mt-4 grid grid-cols-3 gap-2 text-center tabular-nums">
        {[
          { name: 'Cases', number: cases },
          { name: 'Measures', number: decisions },
          { name: 'Upheld appeals', number: upheldAppeals },
        ].map(({ name, number }) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end rounded-md bg-paper-sunken px-2 py-2.5"
          >
            <dt className="text-xs text-ink-faint">{name}</dt>
            <dd className="font-display text-xl leading-tight">{number}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
