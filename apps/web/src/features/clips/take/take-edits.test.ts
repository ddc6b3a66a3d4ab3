import { expect, it } from 'vitest';
import {
  addEdit,
  canRedo,
  canUndo,
  durationOf,
  redoEdit,
  spansOf,
  undoEdit,
  UNEDITED,
  type EditHistory,
  type TakeEdit,
} from './take-edits.ts';

const history = (...edits: TakeEdit[]): EditHistory => edits.reduce(addEdit, UNEDITED);
const appended: TakeEdit = { kind: 'append', segment: 1 };

it('a take without edits is its first segment', () => {
  expect(spansOf([12], UNEDITED)).toEqual([{ segment: 0, start: 0, end: 12 }]);
  expect(spansOf([12, 5], UNEDITED)).toHaveLength(1);
});

it('trims across segments, in times of the take before the trim', () => {
  const trimmed = history(appended, { kind: 'trim', start: 8, end: 13 });
  expect(spansOf([10, 5], trimmed)).toEqual([
    { segment: 0, start: 8, end: 10 },
    { segment: 1, start: 0, end: 3 },
  ]);
  const again = addEdit(trimmed, { kind: 'trim', start: 1, end: 3 });
  expect(spansOf([10, 5], again)).toEqual([
    { segment: 0, start: 9, end: 10 },
    { segment: 1, start: 0, end: 1 },
  ]);
});

it('leaves out a segment of which nothing is kept', () => {
  const trimmed = history(appended, { kind: 'trim', start: 0, end: 10 });
  expect(spansOf([10, 5], trimmed)).toEqual([{ segment: 0, start: 0, end: 10 }]);
});

it('appends as much as remains of sixty seconds', () => {
  expect(durationOf(spansOf([50, 11], history(appended)))).toBe(60);
  const shortened = history({ kind: 'trim', start: 20, end: 50 }, appended);
  expect(durationOf(spansOf([50, 11], shortened))).toBe(41);
  // Made of a file.
  expect(durationOf(spansOf([300, 11], history(appended)))).toBe(300);
});

it('skips a segment without audio', () => {
  expect(spansOf([10, 0], history(appended))).toEqual([{ segment: 0, start: 0, end: 10 }]);
});

it('undoes and redoes edits one by one, until another edit is made', () => {
  const trimmed = history(appended, { kind: 'trim', start: 2, end: 4 });
  const undone = undoEdit(undoEdit(trimmed));
  expect(spansOf([10, 5], undone)).toEqual(spansOf([10, 5], UNEDITED));
  expect(canUndo(undone)).toBe(false);
  expect(undoEdit(undone)).toEqual(undone);
  expect(redoEdit(redoEdit(undone))).toEqual(trimmed);
  expect(canRedo(trimmed)).toBe(false);

  const other = addEdit(undone, { kind: 'trim', start: 0, end: 1 });
  expect(canRedo(other)).toBe(false);
  expect(durationOf(spansOf([10, 5], other))).toBe(1);
});
