import { durationLabel } from '@undertone/domain/number-labels';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { Waveform } from '#ui/waveform.tsx';
import type { ClipPlayback } from './clip-playback.ts';
import type { Clip } from './take.ts';
import { usePlaybackPosition } from './use-playback-position.ts';
import { TrimHandles, type KeptShare } from './trim-handles.tsx';

interface TakeWaveformProps {
  clip: Clip;
  filterId: VoiceFilterId;
  playback: ClipPlayback;
  /** What is kept by the trim that is being chosen; null while none is. */
  kept: KeptShare | null;
  onKept: (kept: KeptShare) => void;
}

/** The waveform of a finished take, with its playback position and seeking, and with handles that trim it. */
export function TakeWaveform({ clip, filterId, playback, kept, onKept }: TakeWaveformProps) {
  const position = usePlaybackPosition(playback, filterId);
  const elapsed = durationLabel(position * clip.duration);
  const total = durationLabel(clip.duration);
  return (
    <>
      <div className="relative h-full">
        <Waveform
          peaks={clip.peaks}
          progress={position}
          seek={{
            label: 'Seek in your recording',
            valueText: `${elapsed} of ${total}`,
            textAt: (share) => durationLabel(share * clip.duration),
            onSeek: (share) => playback.seek(filterId, clip, share),
          }}
          className="h-full"
        />
        {kept && <TrimHandles duration={clip.duration} kept={kept} onChange={onKept} />}
      </div>
      <div className="mt-2 flex justify-between text-sm text-ink-faint tabular-nums">
        <span>{elapsed}</span>
        <span>{total}</span>
      </div>
    </>
  );
}
