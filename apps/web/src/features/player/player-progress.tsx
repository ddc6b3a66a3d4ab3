import { durationLabel } from '@undertone/domain/number-labels';
import { Slider } from '#ui/slider.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { progressPercent } from './player-reducer.ts';
import { usePlayer, usePlayerState } from './use-player.ts';

/** The progress slider as the track's waveform, between its position and its duration. */
export function WaveProgress() {
  const player = usePlayer();
  const progress = usePlayerState(progressPercent);
  const track = usePlayerState((state) => state.track);
  const { position, duration, valueText } = useTimes();
  return (
    <div className="flex items-center gap-3 text-sm text-ink-soft tabular-nums">
      <span className="w-9 text-right">{position}</span>
      <Waveform
        peaks={track?.peaks ?? []}
        progress={progress / 100}
        seek={{
          label: 'Progress',
          valueText,
          onSeek: (share) => player.seekTo(share * player.getState().duration),
        }}
        className="h-9 min-w-0"
      />
      <span className="w-9">{duration}</span>
    </div>
  );
}

/** The progress slider as a line, between position and duration where there is room for them. */
export function LineProgress() {
  const { position, duration } = useTimes();
  return (
    <div className="flex items-center gap-3 text-sm text-ink-soft tabular-nums">
      <span className="w-9 text-right @max-xl:hidden">{position}</span>
      <ProgressSlider />
      <span className="w-9 @max-xl:hidden">{duration}</span>
    </div>
  );
}

/** The progress slider as a line along the top edge of the player. */
export function EdgeProgress() {
  return <ProgressSlider className="absolute inset-x-0 -top-3 touch-pan-y" />;
}

function ProgressSlider({ className = '' }: { className?: string }) {
  const player = usePlayer();
  const percent = usePlayerState((state) => Math.round(progressPercent(state)));
  const { valueText } = useTimes();
  return (
    <Slider
      label="Progress"
      tone="voice"
      value={percent}
      valueText={valueText}
      onChange={(value) => player.seekTo((value / 100) * player.getState().duration)}
      className={className}
    />
  );
}

function useTimes() {
  const position = durationLabel(usePlayerState((state) => Math.floor(state.position)));
  const duration = durationLabel(usePlayerState((state) => state.duration));
  return { position, duration, valueText: `${position} of ${duration}` };
}
