import { durationLabel } from '@undertone/domain/number-labels';
import { filterName } from '@undertone/domain/voice-filter-name';
import { useEffect, type ComponentProps, type ReactNode } from 'react';
import { PlayIcon } from '#features/player/play-icon.tsx';
import type { Playlist, Track } from '#features/player/track.ts';
import { usePlayer, useTrackPosition, useTrackStatus } from '#features/player/use-player.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Waveform } from '#ui/waveform.tsx';

/** The number of bars in the width of a message. */
const BARS = 36;

interface VoiceBubbleProps {
  track: Track;
  /** The voice messages of the conversation, which play one after the other. */
  getPlaylist: () => Playlist;
}

/** The voice of a message: a play button, and its waveform to seek in. */
export function VoiceBubble({ track, getPlaylist }: VoiceBubbleProps) {
  const player = usePlayer();
  const status = useTrackStatus(track.id);
  const position = useTrackPosition(track.id);
  // Its address is requested before it is played.
  useEffect(() => player.addVisible(track), [player, track]);
  const playing = status === 'playing' || status === 'waiting';
  return (
    <VoiceFrame
      track={track}
      position={position}
      button={
        <IconButton
          label={`${playing ? 'Pause' : 'Play'} ${track.title}, ${durationLabel(track.duration)}`}
          tooltip=""
          variant="play"
          aria-busy={status === 'waiting'}
          onClick={() => player.play(track, getPlaylist())}
        >
          <PlayIcon playing={playing} waiting={status === 'waiting'} />
        </IconButton>
      }
      seek={{
        label: `Seek in ${track.title}`,
        valueText: `${durationLabel(position ?? 0)} of ${durationLabel(track.duration)}`,
        textAt: (share) => durationLabel(share * track.duration),
        onSeek: (share) => player.playFrom(share, track, getPlaylist()),
        isTabStop: position !== undefined,
      }}
    />
  );
}

/** A voice message that cannot be played yet. @param reason why, for the button */
export function SilentVoiceBubble({
  track,
  reason,
}: {
  track: VoiceFrameProps['track'];
  reason: string;
}) {
  return (
    <VoiceFrame
      track={track}
      button={
        <IconButton label={reason} variant="play" disabled>
          <PlayIcon playing={false} waiting={false} />
        </IconButton>
      }
    />
  );
}

interface VoiceFrameProps {
  track: Pick<Track, 'duration' | 'filter' | 'waveform'>;
  position?: number | undefined;
  button: ReactNode;
  seek?: ComponentProps<typeof Waveform>['seek'];
}

function VoiceFrame({ track, position, button, seek }: VoiceFrameProps) {
  const { duration, filter, waveform } = track;
  return (
    <div className="flex w-66 max-w-full items-center gap-3 py-1">
      {button}
      <div className="min-w-0 grow">
        <Waveform
          peaks={waveform}
          bars={BARS}
          className="h-9"
          progress={(position ?? 0) / duration}
          {...(seek && { seek })}
        />
        <p className="mt-0.5 flex justify-between gap-2 text-xs text-ink-faint tabular-nums">
          <span>{durationLabel(position === undefined ? duration : position)}</span>
          <span className="truncate">{filter !== 'original' && filterName(filter)}</span>
        </p>
      </div>
    </div>
  );
}
