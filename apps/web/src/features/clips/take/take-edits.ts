import { RECORDING_MAX_SECONDS } from '@undertone/domain/limits';

/*
 * A take is stored as it was recorded, in segments, with a list of edits. Its clip is computed from both, so
 * that every edit can be undone, also after a reload.
 */

/** A change to a take. Times are in seconds of the take before the change. */
export type TakeEdit =
  /** Appends a segment that was recorded later. */
  | { kind: 'append'; segment: number }
  /** Keeps only what is between two times. */
  | { kind: 'trim'; start: number; end: number };

/** The edits of a take in their order. Those from `applied` on were undone. */
export interface EditHistory {
  edits: readonly TakeEdit[];
  applied: number;
}

export const UNEDITED: EditHistory = { edits: [], applied: 0 };

/** A part of a segment, in seconds of the segment. */
export interface Span {
  segment: number;
  start: number;
  end: number;
}

/** A trimmed take lasts at least this many seconds. */
export const KEPT_MIN_SECONDS = 0.5;

/** Applies an edit. Edits that were undone before can no longer be redone. */
export function addEdit({ edits, applied }: EditHistory, edit: TakeEdit): EditHistory {
  return { edits: [...edits.slice(0, applied), edit], applied: applied + 1 };
}

export const canUndo = ({ applied }: EditHistory): boolean => applied > 0;

export const canRedo = ({ edits, applied }: EditHistory): boolean => applied < edits.length;

export function undoEdit(history: EditHistory): EditHistory {
  return canUndo(history) ? { ...history, applied: history.applied - 1 } : history;
}

export function redoEdit(history: EditHistory): EditHistory {
  return canRedo(history) ? { ...history, applied: history.applied + 1 } : history;
}

/**
 * What remains of the segments after the edits, in the order in which it is heard.
 *
 * @param durations the segments' durations in seconds; 0 for a segment without audio
 */
export function spansOf(
  durations: readonly number[],
  { edits, applied }: EditHistory,
): readonly Span[] {
  return edits
    .slice(0, applied)
    .reduce<readonly Span[]>(
      (spans, edit) =>
        edit.kind === 'append'
          ? append(spans, edit.segment, durations[edit.segment] ?? 0)
          : trim(spans, edit),
      whole(0, durations[0] ?? 0),
    );
}

/** The sum of the spans' durations in seconds. */
export const durationOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0);

const whole = (segment: number, duration: number): Span[] =>
  duration > 0 ? [{ segment, start: 0, end: duration }] : [];

/** The last samples of a recording that reached the limit are cut off. */
function append(spans: readonly Span[], segment: number, duration: number): readonly Span[] {
  const left = Math.max(0, RECORDING_MAX_SECONDS - durationOf(spans));
  return [...spans, ...whole(segment, Math.min(duration, left))];
}

function trim(spans: readonly Span[], kept: { start: number; end: number }): readonly Span[] {
  const result: Span[] = [];
  let offset = 0;
  for (const { segment, start, end } of spans) {
    const first = start + Math.max(0, kept.start - offset);
    const last = Math.min(end, start + kept.end - offset);
    if (last > first) result.push({ segment, start: first, end: last });
    offset += end - start;
  }
  return result;
}
