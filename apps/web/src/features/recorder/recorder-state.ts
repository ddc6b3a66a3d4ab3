import type { CaptureProblem } from '#features/recorder/capture/capture-problem.ts';
import { EMPTY_DRAFT, type Clip, type DropDraft } from '#features/recorder/take/take.ts';

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
  /** The recording is empty or cannot be decoded. */
  | 'nothing'
  /** The recording could not be prepared this time; it is still kept. */
  | 'unprepared'
  /** The recording contains nothing but silence. */
  | 'silence'
  /** The take is from an earlier visit. */
  | 'restored';

export interface ReadyTake {
  id: string;
  /** The unfiltered clip. */
  clip: Clip;
}

export interface RecorderState {
  phase: RecorderPhase;
  /** Whole seconds recorded. */
  seconds: number;
  /** Id of the take that is being recorded, read or decoded. */
  awaited: string | null;
  take: ReadyTake | null;
  draft: DropDraft;
  notice: RecorderNotice | null;
}

export type RecorderAction =
  | { type: 'restore'; takeId: string; draft: DropDraft }
  | { type: 'open' }
  | { type: 'recording'; takeId: string }
  | { type: 'tick'; seconds: number }
  | { type: 'end'; takeId: string }
  | { type: 'ready'; take: ReadyTake; notice: RecorderNotice | null }
  /** The microphone could not be opened. */
  | { type: 'refuse'; problem: CaptureProblem }
  /** The recording could not be made into a clip. */
  | { type: 'fail'; takeId: string; notice: 'nothing' | 'unprepared' }
  | { type: 'edit'; change: Partial<DropDraft> }
  | { type: 'post' }
  /** Posting failed or was cancelled. */
  | { type: 'unposted' }
  | { type: 'reset' };

export const INITIAL_STATE: RecorderState = {
  phase: 'idle',
  seconds: 0,
  awaited: null,
  take: null,
  draft: EMPTY_DRAFT,
  notice: null,
};

/**
 * The recorder's transitions. An action that does not apply to the phase, such as the outcome of a take
 * that has been discarded, changes nothing.
 */
export function recorderReducer(state: RecorderState, action: RecorderAction): RecorderState {
  switch (action.type) {
    case 'restore':
      if (state.phase !== 'idle') return state;
      return { ...state, phase: 'restoring', awaited: action.takeId, draft: action.draft };

    case 'open':
      if (state.phase !== 'idle' && state.phase !== 'ready') return state;
      return { ...state, phase: 'opening', notice: null };

    // The previous take is dropped only now, when the microphone is open.
    case 'recording':
      if (state.phase !== 'opening') return state;
      return { ...state, phase: 'recording', seconds: 0, awaited: action.takeId, take: null };

    case 'tick':
      if (state.phase !== 'recording' || state.seconds === action.seconds) return state;
      return { ...state, seconds: action.seconds };

    case 'end':
      if (state.phase !== 'recording' || state.awaited !== action.takeId) return state;
      return { ...state, phase: 'finishing' };

    case 'ready': {
      const { take, notice } = action;
      if (state.awaited !== take.id) return state;
      const seconds = Math.floor(take.clip.duration);
      return { ...state, phase: 'ready', seconds, awaited: null, take, notice };
    }

    case 'refuse':
      if (state.phase !== 'opening') return state;
      return { ...state, phase: state.take ? 'ready' : 'idle', notice: action.problem };

    case 'fail':
      if (state.awaited !== action.takeId) return state;
      return { ...INITIAL_STATE, notice: action.notice };

    case 'edit':
      if (state.phase === 'posting') return state;
      return { ...state, draft: { ...state.draft, ...action.change } };

    case 'post':
      return state.phase === 'ready' ? { ...state, phase: 'posting', notice: null } : state;

    case 'unposted':
      return state.phase === 'posting' ? { ...state, phase: 'ready' } : state;

    case 'reset':
      break;
  }
  return INITIAL_STATE;
}
