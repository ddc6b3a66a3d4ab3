import { durationLabel } from '@undertone/domain/number-labels';
import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { Waveform } from '#ui/waveform.tsx';
import type { ClipPlayback } from './clip-playback.ts';
import type { Clip } from './clip.ts';
import { usePlaybackPosition } from './use-playback-position.ts';

interface TakeWaveformProps {
  clip: Clip;
  filterId: VoiceFilterId;
  playback: ClipPlayback;
}

/** The finished take with its playing position, to be seeked in. */
export function TakeWaveform({ clip, filterId, playback }: TakeWaveformProps) {
  const position = usePlaybackPosition(playback, filterId);
  const elapsed = durationLabel(position * clip.duration);
  const total = durationLabel(clip.duration);
  return (
    <>
      <Waveform
        peaks={clip.peaks}
        progress={position}
        seek={{
          label: 'Seek in your recording',
          valueText: `${elapsed} of ${total}`,
          onSeek: (share) => playback.seek(filterId, clip, share),
        }}
        className="h-full"
      />
      <div className="mt-2 flex justify-between text-sm text-ink-faint tabular-nums">
        <span>{elapsed}</span>
        <span>{total}</span>
      </div>
    </>
  );
}
