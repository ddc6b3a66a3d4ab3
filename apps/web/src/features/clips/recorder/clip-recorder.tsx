import { lazyPart } from '#ui/lazy-part.tsx';

/**
 * The recorder of replies and messages: a button that becomes a row as wide as its container while something is
 * recorded, played or sent. It takes its own line in a container with `flex flex-wrap`. Renders nothing for a visitor.
 */
export const ClipRecorder = lazyPart(() => import('./clip-recorder-panel.tsx'), {
  preload: 'idle',
  fallback: <span aria-hidden="true" className="size-11 shrink-0" />,
});
