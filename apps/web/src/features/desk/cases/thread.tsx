import { ANONYMOUS } from '@undertone/domain/display-name';
import { clsx } from 'clsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { TitledCard } from '#ui/titled-card.tsx';
import type { CaseFile } from './case.ts';

/** The comments around the one that was reported. */
export function Thread({ file: { thread } }: { file: CaseFile }) {
  if (thread.length < 2) return null;
  return (
    <TitledCard title="In its thread">
      <ol className="grid gap-2">
        {thread.map((part) => (
          <li
            key={part.id}
            aria-current={part.isSubject ? 'true' : undefined}
            className={clsx(
              'rounded-md px-3 py-2 text-[0.9375rem]',
              part.parentId !== null && 'ml-5',
              part.isSubject && 'bg-paper-sunken outline outline-line-strong',
            )}
          >
            <p className="flex flex-wrap gap-x-2 text-sm text-ink-faint">
              <span className="font-medium text-ink-soft">{part.author.username ?? ANONYMOUS}</span>
              <RelativeTime moment={part.createdAt} />
              {part.isSubject && <span className="font-medium text-ink">Reported</span>}
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {part.words}
              {part.audioPath !== null && <span className="text-ink-faint"> (voice reply)</span>}
            </p>
          </li>
        ))}
      </ol>
    </TitledCard>
  );
}
