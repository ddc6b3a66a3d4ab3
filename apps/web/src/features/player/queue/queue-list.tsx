import { GripVertical, X } from 'lucide-react';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { TrackRow } from '#features/player/track-row.tsx';
import type { Track } from '#features/player/track.ts';
import { usePlayer, usePlayerState } from '#features/player/use-player.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { withMoved, withQueued } from './queue-changes.ts';
import { useChangeQueue } from './use-change-queue.ts';
import { useReorder } from './use-reorder.ts';

/** The keys that move a row, and by how many places. */
const MOVES: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/**
 * The drops that play before the list goes on. Their order is changed by dragging, by arrow keys on the handle, and by
 * buttons that a press on the handle shows.
 */
export default function QueueList() {
  const player = usePlayer();
  const tracks = usePlayerState(({ queue }) => queue);
  const ids = useMemo(() => tracks.map(({ id }) => id), [tracks]);
  const changeQueue = useChangeQueue();
  const [opened, setOpened] = useState<string>();
  const [moved, setMoved] = useState('');
  const [titleId, helpId] = [useId(), useId()];

  const move = (id: string, by: number) => {
    changeQueue({ change: (queue) => withMoved(queue, id, by) });
    const queue = player.getState().queue;
    const place = queue.findIndex((track) => track.id === id);
    setMoved(`${queue[place]?.title}, ${place + 1} of ${queue.length}`);
  };
  const reorder = useReorder(ids, move);

  const play = (id: string) => {
    changeQueue({ change: (queue) => withQueued(queue, id, 'first') });
    player.skip(1);
  };

  return (
    <section aria-labelledby={titleId}>
      <div className="flex items-center gap-2">
        <h3 id={titleId} className="font-sans text-base font-medium">
          Queue
        </h3>
        <Badge>{tracks.length}</Badge>
        <Button
          variant="quiet"
          size="sm"
          className="ml-auto"
          onClick={() => changeQueue({ change: () => [], done: 'Queue cleared' })}
        >
          Clear
        </Button>
      </div>
      <p id={helpId} hidden>
        Arrow up and arrow down move it.
      </p>
      <ol>
        {tracks.map((track, index) => (
          <li
            key={track.id}
            style={reorder.styleOf(index)}
            className={
              reorder.dragged === track.id
                ? 'relative rounded-lg bg-paper-raised shadow-high'
                : 'relative'
            }
          >
            <TrackRow track={track} onPlay={() => play(track.id)}>
              <div className="-mr-2 flex">
                <IconButton
                  label={`Remove ${track.title} from the queue`}
                  tooltip="Remove"
                  onClick={() =>
                    changeQueue({
                      change: (queue) => queue.filter((id) => id !== track.id),
                      done: 'Removed from the queue',
                    })
                  }
                >
                  <X />
                </IconButton>
                {tracks.length > 1 && (
                  <IconButton
                    {...reorder.handlersOf(track.id)}
                    label={`Move ${track.title}`}
                    tooltip="Move"
                    aria-describedby={helpId}
                    aria-expanded={opened === track.id}
                    data-base-ui-swipe-ignore=""
                    className="cursor-grab touch-none active:cursor-grabbing"
                    onClick={(event) => {
                      if (!reorder.endsDrag(event))
                        setOpened(opened === track.id ? undefined : track.id);
                    }}
                    onKeyDown={(event: KeyboardEvent) => {
                      const by = MOVES[event.key];
                      if (by === undefined) return;
                      event.preventDefault();
                      move(track.id, by);
                    }}
                  >
                    <GripVertical />
                  </IconButton>
                )}
              </div>
            </TrackRow>
            {opened === track.id && reorder.dragged === undefined && (
              <MoveButtons
                track={track}
                isFirst={index === 0}
                isLast={index === tracks.length - 1}
                onMove={(by) => move(track.id, by)}
              />
            )}
          </li>
        ))}
      </ol>
      <output className="sr-only">{moved}</output>
    </section>
  );
}

interface MoveButtonsProps {
  track: Track;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
}

function MoveButtons({ track, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2 pb-2">
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Move ${track.title} up`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        Move up
      </Button>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Move ${track.title} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        Move down
      </Button>
    </div>
  );
}
