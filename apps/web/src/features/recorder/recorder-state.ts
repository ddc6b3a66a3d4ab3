import type { CaptureProblem } from '#features/recorder/capture/capture-problem.ts';
import type { Clip } from '#features/recorder/take/clip.ts';
import { EMPTY_DRAFT, type Draft } from '#features/recorder/take/draft.ts';

/** What the recorder is doing. */
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
  /** There is a take to listen to, mask and post. */
  | 'ready'
  | 'posting';

/** Something the person should know about how the recorder came to be in its phase. */
export type RecorderNotice =
  | CaptureProblem
  /** The microphone went away in the middle; what came before is kept. */
  | 'lost'
  /** There is no sound in the recording. */
  | 'nothing'
  /** It could not be decoded this time; it is still kept. */
  | 'unprepared'
  /** There is sound in the recording, and all of it is silence. */
  | 'silence'
  /** The take is from an earlier visit. */
  | 'restored';

export interface ReadyTake {
  id: string;
  /** As it was spoken. */
  clip: Clip;
}

export interface RecorderState {
  phase: RecorderPhase;
  /** Whole seconds recorded. */
  seconds: number;
  /** Identifies the take that is recorded, read or decoded; its outcome is awaited. */
  awaited: string | null;
  take: ReadyTake | null;
  draft: Draft;
  notice: RecorderNotice | null;
}

export type RecorderAction =
  | { type: 'restore'; takeId: string; draft: Draft }
  | { type: 'open' }
  | { type: 'recording'; takeId: string }
  | { type: 'tick'; seconds: number }
  | { type: 'end'; takeId: string }
  | { type: 'ready'; take: ReadyTake; notice: RecorderNotice | null }
  /** The microphone could not be had. */
  | { type: 'refuse'; problem: CaptureProblem }
  /** What was recorded or kept did not become a clip. */
  | { type: 'fail'; takeId: string; notice: 'nothing' | 'unprepared' }
  | { type: 'edit'; change: Partial<Draft> }
  | { type: 'post' }
  /** Posting failed or was called off: everything is as it was. */
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
 * The recorder's transitions. An action that its phase does not know, such as
 * the outcome of a take that was discarded meanwhile, changes nothing.
 */
export function recorderReducer(state: RecorderState, action: RecorderAction): RecorderState {
  switch (action.type) {
    case 'restore':
      if (state.phase !== 'idle') return state;
      return { ...state, phase: 'restoring', awaited: action.takeId, draft: action.draft };

    case 'open':
      if (state.phase !== 'idle' && state.phase !== 'ready') return state;
      return { ...state, phase: 'opening', notice: null };

    // A take that is there already is given up only now, when the microphone is really open.
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
