interface Exception {
  /** Path below the repository. */
  file: string;
  /** As in `LibraryUse`. */
  feature: string;
  /** Why the file may use it. */
  reason: string;
}

/** Uses of what a browser of the floor lacks. Each asks first whether it is there. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'apps/web/src/lib/when-idle.ts',
    feature: 'requestIdleCallback',
    reason: 'Safari waits for a timer instead.',
  },
];

/** The same for built scripts, where uses in libraries are found as well. */
export const BUILT_EXCEPTIONS: readonly Pick<Exception, 'feature' | 'reason'>[] = [
  { feature: 'requestIdleCallback', reason: 'Safari waits for a timer instead (lib/when-idle.ts).' },
  { feature: 'navigation', reason: 'React asks for it before it shows a transition’s progress.' },
];
