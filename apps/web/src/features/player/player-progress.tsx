import { durationLabel } from '@undertone/domain/number-labels';
import { clsx } from 'clsx';
import { useState } from 'react';
import ScrubSurface, { type SeekProps } from '#ui/scrub-surface.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { playedPercent } from './player-reducer.ts';
import { usePlayer, usePlayerState } from './use-player.ts';

/** The progress slider as the track's waveform, between its position and its duration. */
export function WaveProgress({ bars }: Pick<SeekableWaveProps, 'bars'>) {
  const { position, duration } = useTimes();
  return (
    <div className="flex items-center gap-3 text-sm text-ink-soft tabular-nums">
      <span className="w-9 text-right">{position}</span>
      <SeekableWave bars={bars} className="h-9 min-w-0" />
      <span className="w-9">{duration}</span>
    </div>
  );
}

interface SeekableWaveProps {
  /** The number of bars; depends on the window's width by default. */
  bars?: number | undefined;
  /** Classes, which must set the height. */
  className: string;
}

/** The current track's waveform, with seeking. */
export function SeekableWave({ bars, className }: SeekableWaveProps) {
  const progress = usePlayerState(playedPercent);
  const track = usePlayerState((state) => state.track);
  return (
    <Waveform
      peaks={track?.waveform ?? []}
      progress={progress / 100}
      seek={useSeek()}
      {...(bars !== undefined && { bars })}
      className={className}
    />
  );
}

/** The progress slider as a line, between position and duration where there is room for them. */
export function LineProgress() {
  const { position, duration } = useTimes();
  return (
    <div className="flex items-center gap-3 text-sm text-ink-soft tabular-nums">
      <span className="w-9 text-right @max-4xl:hidden">{position}</span>
      <ProgressLine className="relative grow" />
      <span className="w-9 @max-4xl:hidden">{duration}</span>
    </div>
  );
}

/** The progress slider as a line along the top edge of the player. */
export function EdgeProgress() {
  return <ProgressLine className="absolute inset-x-0 -top-3" />;
}

function ProgressLine({ className }: { className: string }) {
  const percent = usePlayerState((state) => Math.round(playedPercent(state)));
  const [scrubbed, setScrubbed] = useState<number>();
  const shown = scrubbed ?? percent / 100;
  return (
    <div className={clsx('h-6', className)}>
      <span className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-voice" style={{ width: `${shown * 100}%` }} />
      </span>
      <span
        className="absolute top-1/2 size-3.5 -translate-1/2 rounded-full bg-voice"
        style={{ left: `clamp(0.4375rem, ${shown * 100}%, calc(100% - 0.4375rem))` }}
      />
      <ScrubSurface {...useSeek()} shown={shown} onScrub={setScrubbed} />
    </div>
  );
}

/** Label, value and actions of the progress slider. */
function useSeek(): SeekProps {
  const player = usePlayer();
  const { position, duration } = useTimes();
  const secondsAt = (share: number) => share * player.getState().duration;
  return {
    label: 'Progress',
    valueText: `${position} of ${duration}`,
    textAt: (share) => durationLabel(secondsAt(share)),
    onSeek: (share) => player.seekTo(secondsAt(share)),
  };
}

/** Labels of the position and the duration of the current track. */
export function useTimes() {
  const position = durationLabel(usePlayerState((state) => Math.floor(state.position)));
  const duration = durationLabel(usePlayerState((state) => state.duration));
  return { position, duration };
}
