import { durationLabel } from '@undertone/domain/number-labels';
import { filterName } from '@undertone/domain/voice-filter-name';
import { useId } from 'react';
import { PlayIcon } from '#features/player/play-icon.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useOnline } from '#ui/use-online.ts';
import { Waveform } from '#ui/waveform.tsx';
import { DropAuthor } from './drop-author.tsx';
import type { PendingDrop, PendingPost } from '#features/drops/pending-drops.ts';

/** The card of a drop that is being posted or waits to be: how far that is, and what can be done about it. */
export default function PendingDropCard({ drop }: { drop: PendingDrop }) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      aria-busy={drop.post.state === 'posting'}
      className="rounded-xl border border-line bg-paper-raised px-5 pt-5 pb-3 sm:px-7 sm:pt-6 sm:pb-4"
    >
      <header className="flex items-start gap-2">
        <DropAuthor drop={drop} />
      </header>
      <h2 id={titleId} className="mt-4 mb-4 text-title wrap-anywhere sm:text-2xl">
        {drop.title}
      </h2>
      <div className="flex gap-4 sm:gap-5">
        <IconButton
          label={`Play ${drop.title}`}
          tooltip=""
          variant="voice"
          size="lg"
          disabled
          className="mt-1"
        >
          <PlayIcon playing={false} waiting={false} />
        </IconButton>
        <div className="min-w-0 grow">
          <Waveform peaks={drop.waveform} className="h-16" />
          <p className="mt-1.5 flex justify-between gap-3 text-sm text-ink-faint">
            <span>{filterName(drop.filter).shownName}</span>
            <span className="tabular-nums">{durationLabel(drop.duration)}</span>
          </p>
        </div>
      </div>
      {drop.hashtags.length > 0 && (
        <p className="mt-4 flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-soft">
          {drop.hashtags.map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </p>
      )}
      <footer className="mt-3 flex min-h-12.5 flex-wrap items-center gap-x-3 border-t border-line pt-2.5 text-sm text-ink-soft">
        <PostState post={drop.post} />
      </footer>
    </article>
  );
}

function PostState({ post }: { post: PendingPost }) {
  const online = useOnline();
  const { state, reason, cancel, retry } = post;
  if (state === 'posting') {
    return (
      <>
        <Spinner /> Posting...
      </>
    );
  }
  return (
    <>
      <p role={state === 'failed' ? 'alert' : 'status'} className="min-w-0 grow basis-48">
        {state === 'failed' ? reason : online ? WAITS_FOR_ANSWER : WAITS_FOR_NETWORK}
      </p>
      {retry && (
        <Button variant="secondary" size="sm" onClick={retry}>
          Try again
        </Button>
      )}
      {cancel && (
        <Button variant="quiet" size="sm" onClick={cancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

const WAITS_FOR_NETWORK = 'Will be posted when you are online';
const WAITS_FOR_ANSWER = 'Will be posted when the network answers';
