import { Mic, Pause, Play, Square } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { FailureNote } from '#ui/failure-note.tsx';
import { Waveform } from '#ui/waveform.tsx';
import { WAVEFORM_BARS_NARROW } from '#ui/waveform-bars.ts';
import { TRIAL_SECONDS, useVoiceTrial, type TrialClips } from './use-voice-trial.ts';

const voices: readonly [keyof TrialClips, string][] = [
  ['veil', 'Through Veil'],
  ['original', 'Your own voice'],
];

/** Records five seconds and plays them through Veil, and as they were spoken. */
export function VeilTrial({ onHeard }: { onHeard: () => void }) {
  const trial = useVoiceTrial(onHeard);
  const { phase, clips } = trial;
  return (
    <>
      <p className="text-ink-soft">
        Say something for five seconds, and listen to a stranger say it. Nothing is stored or sent.
      </p>
      {clips && (
        <ul className="mt-4 space-y-2">
          {voices.map(([voice, name]) => (
            <li key={voice} className="flex items-center gap-4">
              <Button
                variant={voice === 'veil' ? 'voice' : 'secondary'}
                className="min-w-44 justify-start!"
                aria-label={`${trial.playing === voice ? 'Pause' : 'Play'}: ${name}`}
                onClick={() => trial.toggle(voice)}
              >
                {trial.playing === voice ? (
                  <Pause aria-hidden="true" />
                ) : (
                  <Play aria-hidden="true" />
                )}
                {name}
              </Button>
              <Waveform
                peaks={clips[voice].peaks}
                bars={WAVEFORM_BARS_NARROW}
                progress={0}
                className="h-9 min-w-0 grow"
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {phase === 'recording' ? (
          <Button variant="voice" onClick={trial.stop}>
            <Square aria-hidden="true" fill="currentColor" /> Stop
          </Button>
        ) : (
          <Button
            variant={clips ? 'secondary' : 'voice'}
            pending={phase !== 'idle'}
            onClick={trial.record}
          >
            {phase === 'idle' && <Mic aria-hidden="true" />}
            {clips ? 'Try again' : 'Record five seconds'}
          </Button>
        )}
        {phase === 'recording' && (
          <span aria-hidden="true" className="h-1.5 w-32 overflow-hidden rounded-full bg-line">
            <span
              className="block h-full origin-left animate-fill bg-voice"
              style={{ animationDuration: `${TRIAL_SECONDS}s` }}
            />
          </span>
        )}
        <output className="text-sm text-ink-soft">{statusOf[phase]}</output>
      </div>
      <FailureNote message={trial.problem} className="not-empty:mt-4" />
    </>
  );
}

const statusOf = {
  idle: '',
  opening: 'Waiting for your microphone...',
  recording: 'Recording...',
  masking: 'Applying Veil...',
} as const;
