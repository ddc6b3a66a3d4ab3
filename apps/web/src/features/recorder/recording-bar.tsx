import { useNavigate } from '@tanstack/react-router';
import { durationLabel } from '@undertone/domain/number-labels';
import { Mic, Pause, Play, Square } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { useExclusivePlayback } from '#features/clips/take/use-exclusive-playback.ts';
import type { RecorderController } from '#features/clips/recorder/recorder-controller.ts';

/** Shows the recording that goes on while no recorder is shown: its time, and the buttons to return, pause and stop. */
export default function RecordingBar({ recorder }: { recorder: RecorderController }) {
  const { phase, seconds, pause } = useSyncExternalStore(recorder.subscribe, recorder.getState);
  const navigate = useNavigate();
  useExclusivePlayback(null, phase === 'recording' && !pause, () => recorder.pause());
  return (
    <section
      aria-label="Recording in progress"
      data-recording-bar
      className="fixed inset-x-0 bottom-[calc(var(--page-foot)-var(--recording-height))] z-30 flex @container h-(--recording-height) animate-rise items-center gap-1 border-t border-line bg-paper-raised px-2 md:left-(--sidebar-width)"
    >
      <button
        type="button"
        className="flex h-full min-w-0 grow items-center gap-3 px-2 text-left"
        onClick={() => void navigate({ to: '/record' })}
      >
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-full bg-voice text-voice-ink"
        >
          <Mic className="size-4" />
        </span>
        <span className="min-w-0 truncate">{pause ? 'Paused' : 'Recording'}</span>{' '}
        <span className="-ml-2 tabular-nums">{durationLabel(seconds)}</span>{' '}
        <span className="ml-auto truncate text-sm text-ink-soft @max-[20rem]:sr-only">
          Return<span className="sr-only"> to the recorder</span>
        </span>
      </button>
      <IconButton
        label={pause ? 'Resume recording' : 'Pause recording'}
        onClick={() => (pause ? recorder.resume() : recorder.pause())}
      >
        {pause ? (
          <Play fill="currentColor" aria-hidden="true" />
        ) : (
          <Pause fill="currentColor" aria-hidden="true" />
        )}
      </IconButton>
      <IconButton label="Stop recording" onClick={() => recorder.stop()}>
        <Square fill="currentColor" strokeWidth={0} aria-hidden="true" />
      </IconButton>
    </section>
  );
}
