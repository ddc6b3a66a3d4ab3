/*
 * What the recorder needs only once a recording has ended, for `after-recording-code.ts`: one module, so that all of
 * it has arrived when a take is ready.
 */
export { PrefetchFilters } from '#features/clips/mask/prefetch-filters.ts';
export { transformedClipOptions } from '#features/clips/mask/queries.ts';
export { FinishedTakes } from '#features/clips/take/finished-takes.ts';
export { TakeEditor } from '#features/clips/take/take-editor.tsx';
export { TakeWaveform } from '#features/clips/take/take-waveform.tsx';
