import type { CaptureProblem } from '#features/clips/capture/capture-problem.ts';
import type { CapturePause } from '#features/clips/capture/capture.ts';
import type { PostFailure } from '#features/clips/upload/post-error.ts';
import type { TakeSound } from '#features/clips/take/take-sound.ts';
import { EMPTY_DRAFT, type Clip, type TakeDraft } from '#features/clips/take/take.ts';

export type RecorderPhase =
  /** Nothing is recorded. */
  | 'idle'
  /** A take from an earlier visit is being read. */
  | 'restoring'
  /** The browser has been asked for the microphone. */
  | 'opening'
  | 'recording'
  /** The recording has ended and is being decoded. */
  | 'finishing'
  /** A take can be played, filtered and posted. */
  | 'ready'
  | 'posting';

/** A message about how the recorder reached its phase. */
export type RecorderNotice =
  | CaptureProblem
  /** The microphone was lost during the recording; the audio before that is kept. */
  | 'lost'
  /** The device had no space left to store the recording; the audio before that is kept. */
  | 'full'
  /** The recording is empty or cannot be decoded. */
  | 'nothing'
  /** The recording could not be prepared this time; it is still kept. */
  | 'unprepared'
  /** The code that prepares the recording could not be fetched yet; the recording is kept meanwhile. */
  | 'unfetched'
  /** The recording contains nothing but silence. */
  | 'silence'
  /** The take is from an earlier visit. */
  | 'restored';

export interface ReadyTake {
  id: string;
  /** The unfiltered clip. */
  clip: Clip;
  /** Distinguishes the clip from those of other edits of the take; empty for a take as it was recorded. */
  revision?: string;
}

/** A take that can be edited. */
export type EditableTake = ReadyTake & TakeSound;

/** A finished take with the failure of its post. */
export interface FinishedTake {
  take: EditableTake;
  /** Why the last attempt to send it failed. */
  failure: PostFailure | null;
  /** The take that it has replaced, which can be brought back. */
  previousId?: string | null;
}

export interface RecorderState {
  phase: RecorderPhase;
  /** Whole seconds recorded. */
  seconds: number;
  /** Why the recording in progress is paused. */
  pause: CapturePause;
  /** Id of the take that is being recorded, read or decoded. */
  pendingTakeId: string | null;
  take: EditableTake | null;
  /** The take to which the recording in progress is appended. */
  continued: EditableTake | null;
  /** The take that the shown one has replaced, which can be brought back. */
  previousId: string | null;
  /** The take that the recording in progress replaces once it has ended. */
  replaced: FinishedTake | null;
  draft: TakeDraft;
  notice: RecorderNotice | null;
  /** Why the last attempt to post the take failed. */
  failure: PostFailure | null;
  /** Share of the audio that the post has sent, 0 to 1; null while the clip is being made. */
  progress: number | null;
}

export type RecorderAction =
  | {
      type: 'restore';
      takeId: string;
      draft: TakeDraft;
      failure: PostFailure | null;
      previousId?: string | null;
    }
  | { type: 'open' }
  /** `continues`: is appended to the take, in place of replacing it. */
  | { type: 'recording'; takeId: string; continues?: boolean }
  | { type: 'tick'; seconds: number }
  | { type: 'pause'; pause: CapturePause }
  | { type: 'end'; takeId: string }
  /** The code that prepares takes could not be fetched yet. */
  | { type: 'wait' }
  | { type: 'ready'; take: EditableTake; notice: RecorderNotice | null }
  /** The microphone could not be opened. */
  | { type: 'refuse'; problem: CaptureProblem }
  /** The recording could not be made into a clip. */
  | { type: 'fail'; takeId: string; notice: 'nothing' | 'unprepared' }
  /** The take was trimmed, or an edit was undone or redone. */
  | { type: 'edited'; take: EditableTake }
  /** The take that was replaced is shown again, with its form. */
  | { type: 'previous'; finished: FinishedTake; draft: TakeDraft }
  | { type: 'edit'; change: Partial<TakeDraft> }
  | { type: 'post' }
  | { type: 'progress'; progress: number }
  /** Posting failed, or was cancelled, in which case there is no failure. */
  | { type: 'unposted'; failure: PostFailure | null }
  /** The take was discarded. If it would have replaced another take, that one is shown again. */
  | { type: 'discard' }
  /** The discard or replacement of a take was undone. */
  | { type: 'undo'; finished: FinishedTake; draft: TakeDraft }
  | { type: 'reset' };

export const INITIAL_STATE: RecorderState = {
  phase: 'idle',
  seconds: 0,
  pause: null,
  pendingTakeId: null,
  take: null,
  continued: null,
  previousId: null,
  replaced: null,
  draft: EMPTY_DRAFT,
  notice: null,
  failure: null,
  progress: null,
};

/**
 * The recorder's transitions. An action that does not apply to the phase, such as the outcome of a
 * discarded take, changes nothing.
 */
export function recorderReducer(state: RecorderState, action: RecorderAction): RecorderState {
  switch (action.type) {
    case 'restore':
      if (state.phase !== 'idle') return state;
      return {
        ...state,
        phase: 'restoring',
        pendingTakeId: action.takeId,
        draft: action.draft,
        failure: action.failure,
        previousId: action.previousId ?? null,
      };

    case 'open':
      if (state.phase !== 'idle' && state.phase !== 'ready') return state;
      return { ...state, phase: 'opening', notice: null };

    // The previous take is kept until this one has ended.
    case 'recording': {
      if (state.phase !== 'opening') return state;
      const { take, failure, previousId } = state;
      const continued = action.continues ? take : null;
      return {
        ...state,
        phase: 'recording',
        seconds: Math.floor(continued?.clip.duration ?? 0),
        pendingTakeId: action.takeId,
        take: null,
        continued,
        previousId: continued ? previousId : null,
        replaced: take && !continued ? { take, failure, previousId } : state.replaced,
        failure: null,
      };
    }

    case 'tick':
      if (state.phase !== 'recording' || state.seconds === action.seconds) return state;
      return { ...state, seconds: action.seconds };

    case 'pause':
      return state.phase === 'recording' ? { ...state, pause: action.pause } : state;

    case 'end':
      if (state.phase !== 'recording' || state.pendingTakeId !== action.takeId) return state;
      return { ...state, phase: 'finishing', pause: null };

    case 'wait':
      if (state.phase !== 'finishing' && state.phase !== 'restoring') return state;
      return { ...state, notice: 'unfetched' };

    case 'ready': {
      const { take, notice } = action;
      if (state.pendingTakeId !== take.id) return state;
      const previousId = state.replaced?.take.id ?? state.previousId;
      return { ...readyState(state, { take, failure: state.failure, previousId }), notice };
    }

    case 'refuse':
      if (state.phase !== 'opening') return state;
      return { ...state, phase: state.take ? 'ready' : 'idle', notice: action.problem };

    case 'fail':
      if (state.pendingTakeId !== action.takeId) return state;
      return { ...withoutTake(state), notice: action.notice };

    case 'edited': {
      const { take } = action;
      if (state.phase !== 'ready' || state.take?.id !== take.id) return state;
      const { previousId, replaced } = state;
      return { ...readyState(state, { take, failure: null, previousId }), replaced };
    }

    case 'previous':
      if (state.phase !== 'ready') return state;
      return readyState({ ...state, draft: action.draft }, action.finished);

    case 'edit':
      if (state.phase === 'posting') return state;
      return { ...state, draft: { ...state.draft, ...action.change } };

    case 'post':
      if (state.phase !== 'ready') return state;
      return { ...state, phase: 'posting', notice: null, failure: null, progress: null };

    case 'progress':
      return state.phase === 'posting' ? { ...state, progress: action.progress } : state;

    case 'unposted':
      if (state.phase !== 'posting') return state;
      return { ...state, phase: 'ready', failure: action.failure, progress: null };

    case 'discard':
      return withoutTake(state);

    case 'undo':
      if (state.phase === 'idle')
        return readyState({ ...state, draft: action.draft }, action.finished);
      // Replaces the current take.
      if (state.phase === 'ready') return readyState(state, action.finished);
      if (state.phase === 'opening' && !state.take) return { ...state, ...action.finished };
      if (state.phase !== 'recording' && state.phase !== 'finishing') return state;
      return state.replaced ? state : { ...state, replaced: action.finished };

    case 'reset':
      break;
  }
  return INITIAL_STATE;
}

function readyState(
  state: RecorderState,
  { take, failure, previousId = null }: FinishedTake,
): RecorderState {
  const seconds = Math.floor(take.clip.duration);
  return {
    ...state,
    phase: 'ready',
    seconds,
    pause: null,
    pendingTakeId: null,
    take,
    continued: null,
    previousId,
    replaced: null,
    notice: null,
    failure,
  };
}

/** The state without the recording in progress: shows the take that it would have continued or replaced, if any. */
function withoutTake(state: RecorderState): RecorderState {
  const { continued, previousId } = state;
  if (continued) return readyState(state, { take: continued, failure: null, previousId });
  return state.replaced ? readyState(state, state.replaced) : INITIAL_STATE;
}
