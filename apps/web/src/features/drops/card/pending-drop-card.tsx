import { useId } from 'react';
import { PlayIcon } from '#features/player/play-icon.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useOnline } from '#ui/use-online.ts';
import { Waveform } from '#ui/waveform.tsx';
import { DropAuthor } from './drop-author.tsx';
import { DropTitle } from './drop-title.tsx';
import type { PendingDrop, PendingPost } from '#features/drops/pending-drops.ts';

interface PendingDropCardProps {
  drop: PendingDrop;
  /** As of `DropCard`. */
  place?: number;
  count?: number;
}

/** The card of a drop that is being posted or waits to be: its state, and buttons to cancel or to try again. */
export default function PendingDropCard({ drop, place, count }: PendingDropCardProps) {
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      aria-busy={drop.post.state === 'posting'}
      aria-posinset={place}
      aria-setsize={count}
      tabIndex={-1}
      className="drop-card"
    >
      <DropAuthor drop={drop} />
      <DropTitle drop={drop} id={titleId} />
      <div className="flex gap-4">
        <IconButton label={`Play ${drop.title}`} tooltip="" variant="play" size="lg" disabled>
          <PlayIcon playing={false} waiting={false} />
        </IconButton>
        <Waveform peaks={drop.waveform} />
      </div>
      <p className="flex flex-wrap gap-x-3 pt-1 text-sm text-ink-soft empty:hidden">
        {drop.hashtags.map((tag) => (
          <bdi key={tag}>#{tag}</bdi>
        ))}
      </p>
      <footer className="mt-0.5 flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-ink-soft">
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
