import { ANONYMOUS } from '@undertone/domain/display-name';
import { durationLabel } from '@undertone/domain/number-labels';
import { filterName } from '@undertone/domain/voice-filter-name';
import { useMemo } from 'react';
import { TrackPlayback } from '#features/player/track-playback.tsx';
import type { Playlist } from '#features/player/track.ts';
import { trackOfComment } from './comment-track.ts';
import type { Comment } from './comment.ts';

interface CommentClipProps {
  comment: Pick<Comment, 'id' | 'author' | 'clip'>;
  drop: { id: string; title: string };
  /** Returns the playlist at the time of the press. */
  getPlaylist: () => Playlist;
}

/** The clip of a comment, if it has one: its play button, and its waveform to seek in. */
export function CommentClip({ comment, drop: { id, title }, getPlaylist }: CommentClipProps) {
  const track = useMemo(() => trackOfComment(comment, { id, title }), [comment, id, title]);
  if (!track) return null;
  return (
    <div className="mt-2 mb-1 max-w-md">
      <TrackPlayback
        compact
        track={track}
        name={`voice reply by ${track.author.username ?? ANONYMOUS}`}
        getPlaylist={getPlaylist}
      />
      <p className="mt-1 text-xs text-ink-faint tabular-nums">
        {durationLabel(track.duration)}
        {track.filter !== 'original' && ` · ${filterName(track.filter)}`}
      </p>
    </div>
  );
}
