import { CLIP_MAX_SECONDS } from '@undertone/domain/limits';
import { DEFAULT_VOICE_FILTER, type VoiceFilterId } from '@undertone/domain/voice-filter';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { readLastFilter, storeLastFilter } from '#features/clips/mask/last-filter.ts';
import { remaskWithNewSeed } from '#features/clips/mask/queries.ts';
import { veilSeed } from '#features/clips/mask/stored-veil-seeds.ts';
import { useFilterPreview } from '#features/clips/mask/use-filter-preview.ts';
import { shareVeilSeed } from '#features/clips/mask/veil-seeds.ts';
import { deleteTakeFromDevice } from '#features/clips/take/discard-take.ts';
import { toastDiscarded } from '#features/clips/take/discard-toast.ts';
import type { SendTake } from '#features/clips/take/finished-takes.ts';
import { useExclusivePlayback } from '#features/clips/take/use-exclusive-playback.ts';
import { makeClip } from '#features/clips/upload/make-clip.ts';
import { useApp } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { toast } from '#ui/toast.ts';
import { sendFailure } from './clip-messages.ts';
import type { ClipRecorderProps } from './ready-clip.ts';
import { RecorderController } from './recorder-controller.ts';
import { recordingComplete } from './recorder-messages.ts';
import { useTakeView } from './use-take-view.ts';

/** A finger is the main pointer: choosing a filter also plays it. */
const TOUCH = '(pointer: coarse)';

/** Shared by the components of the recorder of replies and messages. */
export type ClipView = ReturnType<typeof useClipRecorder>;

/** The recorder of an account for one purpose. A recording ends when the component unmounts; its take is kept. */
export function useClipRecorder(userId: string, props: ClipRecorderProps) {
  const { purpose, fixedFilter, seedKey, onSend } = props;
  const app = useApp();
  const { client, queryClient } = app;
  const [recorder] = useState(() => new RecorderController(userId, app, toastDiscarded, purpose));
  const view = useTakeView(recorder, fixedFilter);
  const { state, playback, playing, filterId, clip } = view;
  const { phase, take, pause } = state;
  const takeId = take?.id;
  const preview = useFilterPreview(take, playback);
  const [failure, setFailure] = useState<string | null>(null);
  /** Whether the recording was cancelled before the microphone was open. */
  const isCancelled = useRef(false);
  const isRecording = phase === 'opening' || (phase === 'recording' && !pause);
  useExclusivePlayback(playback, isRecording, () => recorder.pause());

  useEffect(() => {
    recorder.enter();
    return () => void recorder.leave();
  }, [recorder]);

  // A layout effect, to run before the take is masked.
  useLayoutEffect(() => {
    if (takeId === undefined || seedKey === undefined) return;
    shareVeilSeed(queryClient, takeId, veilSeed(userId, seedKey));
  }, [queryClient, takeId, userId, seedKey]);

  useEffect(() => {
    if (phase === 'recording' && isCancelled.current) recorder.discard();
  }, [phase, recorder]);

  const record = async () => {
    isCancelled.current = false;
    playback.unload();
    setFailure(null);
    const chosen = fixedFilter ?? readLastFilter(userId, purpose.kind) ?? DEFAULT_VOICE_FILTER;
    recorder.edit({ filterId: chosen, choosing: true });
    if ((await recorder.record()) !== 'limit') return;
    const [title, description] = recordingComplete;
    toast.info(title, { description });
  };

  /** Discards the recording in progress or the take, which can be undone for a while. */
  const discard = () => {
    playback.unload();
    setFailure(null);
    isCancelled.current = true;
    if (phase !== 'opening') recorder.discard();
  };

  const play = async () => {
    if (!clip) return;
    try {
      await playback.play(filterId, clip);
    } catch (cause) {
      logFailure('The recording could not be played.', cause);
      toast.error('Playback Error', { description: 'Unable to play the recording.' });
    }
  };

  const startPreview = async (id: VoiceFilterId) => {
    try {
      if (take) await preview.start(take, id);
    } catch (cause) {
      logFailure('The chosen filter could not be played.', cause);
    }
  };

  const choose = (id: VoiceFilterId) => {
    const plays = playing !== null || matchMedia(TOUCH).matches;
    preview.stop();
    setFailure(null);
    recorder.edit({ filterId: id });
    if (plays) void startPreview(id);
  };

  const drawNewVoice = () => {
    if (!take) return;
    preview.stop();
    remaskWithNewSeed(client, queryClient, take);
    void startPreview('veil');
  };

  const sendTake: SendTake = async (sent, _draft, options) => {
    const sound = { filterId, maxSeconds: CLIP_MAX_SECONDS };
    const { audio, duration, peaks } = await makeClip(app, sent, sound, options.signal);
    const { type } = audio;
    await onSend({ takeId: sent.id, audio, type, duration, waveform: peaks, filterId }, options);
    await deleteTakeFromDevice(queryClient, sent.id);
    return 'posted';
  };

  const send = async () => {
    preview.stop();
    setFailure(null);
    try {
      if (await recorder.finished?.send(sendTake)) storeLastFilter(userId, purpose.kind, filterId);
    } catch (cause) {
      logFailure('The clip was not sent.', cause);
      setFailure(sendFailure(cause));
    }
  };

  return {
    ...view,
    /** Why the clip was not sent. */
    failure,
    /** Whether the chosen filter is being applied. */
    isFiltering: view.isFiltering || preview.preparing !== null,
    record: () => void record(),
    discard,
    play: () => void play(),
    stopPlayback: preview.stop,
    choose,
    drawNewVoice,
    send: () => void send(),
  };
}
