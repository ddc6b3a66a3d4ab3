import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CaptureError } from '#features/clips/capture/capture-problem.ts';
import { capture, openMicrophone, type Capture } from '#features/clips/capture/capture.ts';
import { setCurrentRecording } from '#features/clips/capture/current-recording.ts';
import { decodeRecording, DecodeError } from '#features/clips/capture/decode.ts';
import { asClip, runVoiceJob, startVoiceWorker } from '#features/clips/mask/run-voice-job.ts';
import { ClipPlayback } from '#features/clips/take/clip-playback.ts';
import { isSilent, type Clip } from '#features/clips/take/take.ts';
import { useExclusivePlayback } from '#features/clips/take/use-exclusive-playback.ts';
import { problemMessage } from '#features/clips/recorder/recorder-messages.ts';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { randomUuid } from '#lib/random-uuid.ts';

/** How long the trial records, in seconds. */
export const TRIAL_SECONDS = 5;

type TrialPhase = 'idle' | 'opening' | 'recording' | 'masking';

/** The same words in one's own voice and in that of Veil. */
export interface TrialClips {
  original: Clip;
  veil: Clip;
}

const MASK_FAILED =
  'Veil could not be applied on this device. In the recorder it can be tried again.';

/**
 * Records a few seconds, masks them with Veil and plays them. Everything stays in the memory of this page:
 * nothing is stored on the device or sent, and it is released when the component unmounts.
 *
 * @param onHeard called when the masked voice plays for the first time
 */
export function useVoiceTrial(onHeard: () => void) {
  const { client } = useApp();
  const [phase, setPhase] = useState<TrialPhase>('idle');
  const [clips, setClips] = useState<TrialClips | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [playback] = useState(() => new ClipPlayback());
  const playing = useSyncExternalStore(playback.subscribe, playback.getPlaying);
  const visit = useRef<AbortController>(undefined);
  const recording = useRef<Capture>(undefined);
  useExclusivePlayback(playback, phase === 'recording', () => recording.current?.stop());

  useEffect(() => {
    startVoiceWorker();
    const controller = new AbortController();
    visit.current = controller;
    return () => {
      controller.abort();
      recording.current?.stop();
      playback.unload();
    };
  }, [playback]);

  const play = async (voice: keyof TrialClips, of: TrialClips) => {
    try {
      await playback.play(voice, of[voice]);
      if (voice === 'veil') onHeard();
    } catch (cause) {
      // Safari plays only what a press starts. The buttons are such presses.
      logFailure('The trial could not be played.', cause);
    }
  };

  const recordAndMask = async (signal: AbortSignal): Promise<TrialClips> => {
    const stream = await openMicrophone(signal);
    const chunks: Blob[] = [];
    // A microphone that is muted, as by a call, ends the trial.
    const current = capture(
      stream,
      (chunk) => chunks.push(chunk),
      () => recording.current?.stop(),
      TRIAL_SECONDS,
    );
    recording.current = current;
    setCurrentRecording(client, { stop: () => current.stop(), stored: current.ended });
    setPhase('recording');
    await current.ended;
    signal.throwIfAborted();
    setPhase('masking');
    const original = await decodeRecording(new Blob(chunks, { type: current.mimeType }), signal);
    if (isSilent(original)) throw new DecodeError('The trial is silent.');
    const random = crypto.getRandomValues(new Uint32Array(4));
    const job = {
      kind: 'mask',
      clipId: randomUuid(),
      wav: original.wav,
      filterId: 'veil',
      random,
    } as const;
    return { original, veil: asClip(await runVoiceJob(job, signal)) };
  };

  const record = async () => {
    const signal = visit.current?.signal;
    if (!signal || phase !== 'idle') return;
    playback.unload();
    playback.unlock();
    setClips(null);
    setProblem(null);
    setPhase('opening');
    try {
      const made = await recordAndMask(signal);
      setClips(made);
      void play('veil', made);
    } catch (cause) {
      if (signal.aborted) return;
      logFailure('The trial of Veil failed.', cause);
      setProblem(messageOf(cause));
    } finally {
      if (!signal.aborted) setPhase('idle');
    }
  };

  const toggle = (voice: keyof TrialClips) => {
    if (playing === voice) playback.pause();
    else if (clips) void play(voice, clips);
  };

  return {
    phase,
    clips,
    problem,
    /** The voice that plays. */
    playing,
    record: () => void record(),
    stop: () => recording.current?.stop(),
    toggle,
  };
}

function messageOf(cause: unknown): string {
  if (cause instanceof CaptureError) return problemMessage(cause.problem);
  return cause instanceof DecodeError ? problemMessage('nothing') : MASK_FAILED;
}
