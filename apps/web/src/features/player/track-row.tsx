import { durationLabel } from '@undertone/domain/number-labels';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { PlayIcon } from './play-icon.tsx';
import type { Track } from './track.ts';

interface TrackRowProps {
  track: Track;
  onPlay: () => void;
  /** Further controls, at the end of the row. */
  children?: ReactNode;
}

/** A track that can be played after the current one. */
export function TrackRow({ track, onPlay, children }: TrackRowProps) {
  const { username } = track.author;
  return (
    <div className="flex min-h-14 min-w-0 items-center gap-3">
      <IconButton label={`Play ${track.title}`} tooltip="" variant="play" onClick={onPlay}>
        <PlayIcon playing={false} waiting={false} />
      </IconButton>
      <div className="min-w-0 grow">
        <p dir="auto" className="truncate leading-snug font-medium">
          {track.title}
        </p>
        <p className="flex gap-2 text-sm leading-snug text-ink-soft">
          <span className="truncate">{username ? `@${username}` : 'Anonymous'}</span>
          <span className="shrink-0 tabular-nums">{durationLabel(track.duration)}</span>
        </p>
      </div>
      {children}
    </div>
  );
}
