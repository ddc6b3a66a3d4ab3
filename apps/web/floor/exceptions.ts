interface Exception {
  /** Path below the repository. */
  file: string;
  /** As in `LibraryUse`. */
  feature: string;
  /** Why the file may use it. */
  reason: string;
}

/** Uses of what a browser of the floor lacks: each asks first whether it is there, or does without. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'apps/web/src/features/player/audio-output.ts',
    feature: 'HTMLMediaElement.preservesPitch',
    reason: 'Safari before 17.2 keeps the pitch by default, under a name of its own.',
  },
  {
    file: 'apps/web/src/lib/when-idle.ts',
    feature: 'requestIdleCallback',
    reason: 'Safari waits for a timer instead.',
  },
  {
    file: 'apps/web/src/lib/when-idle.ts',
    feature: 'cancelIdleCallback',
    reason: 'Safari waits for a timer instead.',
  },
  {
    file: 'apps/web/src/features/drops/menu/share-link.ts',
    feature: 'Navigator.share',
    reason: 'Firefox on desktops has no dialog for sharing: the address is copied.',
  },
  {
    file: 'apps/web/src/features/drops/use-go-back.ts',
    feature: 'navigation',
    reason: 'Without it, Back leads to the feed where the page before was another document.',
  },
  {
    file: 'apps/web/src/features/drops/use-go-back.ts',
    feature: 'Navigation.canGoBack',
    reason: 'Without it, Back leads to the feed where the page before was another document.',
  },
  {
    file: 'apps/web/src/features/people/crop-avatar.ts',
    feature: 'CanvasImageSmoothing.imageSmoothingQuality',
    reason: 'Firefox ignores it, and makes a picture less smooth.',
  },
];

/** The same for built scripts, where uses in libraries are found as well. */
export const BUILT_EXCEPTIONS: readonly Pick<Exception, 'feature' | 'reason'>[] = [
  {
    feature: 'requestIdleCallback',
    reason: 'Safari waits for a timer instead (lib/when-idle.ts).',
  },
  { feature: 'cancelIdleCallback', reason: 'The same.' },
  { feature: 'navigation', reason: 'React asks for it before it shows a transition’s progress.' },
  { feature: 'setImmediate', reason: 'React’s scheduler asks for it, and takes a MessageChannel.' },
  { feature: 'Error.captureStackTrace', reason: 'zod asks for it before it makes an error.' },
  {
    feature: 'PublicKeyCredential.parseCreationOptionsFromJSON',
    reason: 'auth-js asks for it; the app has no passkeys.',
  },
  {
    feature: 'PublicKeyCredential.parseRequestOptionsFromJSON',
    reason: 'auth-js asks for it; the app has no passkeys.',
  },
];
