import { durationLabel } from '@undertone/domain/number-labels';
import { filterName } from '@undertone/domain/voice-filter-name';
import { useEffect, useMemo } from 'react';
import type { Playlist } from '#features/player/track.ts';
import { PlayIcon } from '#features/player/play-icon.tsx';
import { usePlayer, useTrackPosition, useTrackStatus } from '#features/player/use-player.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { trackOf, type Drop } from '#features/drops/drop.ts';

interface DropPlaybackProps {
  drop: Drop;
  /** Returns the playlist at the time of the press. */
  getPlaylist: () => Playlist;
}

/** A drop's play button, waveform (to seek in), filter and duration. */
export function DropPlayback({ drop, getPlaylist }: DropPlaybackProps) {
  const player = usePlayer();
  const status = useTrackStatus(drop.id);
  const position = useTrackPosition(drop.id);
  const track = useMemo(() => trackOf(drop), [drop]);
  // Lists render the cards near the screen.
  useEffect(() => player.addInSight(track), [player, track]);

  const playing = status === 'playing' || status === 'waiting';
  const whole = durationLabel(drop.duration);
  const played = durationLabel(position ?? 0);

  return (
    <div data-current={position === undefined ? undefined : ''} className="flex gap-4 sm:gap-5">
      <IconButton
        label={playing ? `Pause ${drop.title}` : `Play ${drop.title}`}
        // The icon is clear without a tooltip, which would cover the title.
        tooltip=""
        variant="voice"
        size="lg"
        aria-busy={status === 'waiting'}
        onClick={() => player.play(track, getPlaylist())}
        className="mt-1"
      >
        <PlayIcon playing={playing} waiting={status === 'waiting'} />
      </IconButton>
      <div className="min-w-0 grow">
        <Waveform
          peaks={drop.waveform}
          progress={(position ?? 0) / drop.duration}
          seek={{
            label: `Seek in ${drop.title}`,
            valueText: `${played} of ${whole}`,
            textAt: (share) => durationLabel(share * drop.duration),
            onSeek: (share) => player.playFrom(share, track, getPlaylist()),
          }}
          className="h-16"
        />
        <p className="mt-1.5 flex justify-between gap-3 text-sm text-ink-faint">
          <span>{filterName(drop.filter).shownName}</span>
          <span className="tabular-nums">
            {position !== undefined && <span className="text-ink">{played} / </span>}
            {whole}
          </span>
        </p>
      </div>
    </div>
  );
}
