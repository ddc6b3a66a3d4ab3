/*
 * What the recorder needs only once a recording has ended, for `after-recording-code.ts`: one module, so that all of
 * it has arrived when a take is ready.
 */
export { PrefetchFilters } from './mask/prefetch-filters.ts';
export { transformedClipOptions } from './mask/queries.ts';
export { FinishedTakes } from './take/finished-takes.ts';
export { TakeEditor } from './take/take-editor.tsx';
export { TakeWaveform } from './take/take-waveform.tsx';
