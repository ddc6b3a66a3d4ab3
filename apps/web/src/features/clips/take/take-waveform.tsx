import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { Waveform } from '#ui/waveform.tsx';
import type { ClipPlayback } from './clip-playback.ts';
import type { Clip } from './take.ts';
import { usePlayedClip } from './use-played-clip.ts';
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
  const { elapsed, total, waveform } = usePlayedClip(playback, filterId, clip);
  return (
    <>
      <div className="relative h-full">
        <Waveform {...waveform} className="h-full" />
        {kept && <TrimHandles duration={clip.duration} kept={kept} onChange={onKept} />}
      </div>
      <div className="mt-2 flex justify-between text-sm text-ink-faint tabular-nums">
        <span>{elapsed}</span>
        <span>{total}</span>
      </div>
    </>
  );
}
