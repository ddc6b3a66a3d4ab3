interface Exception {
  /** Path below the repository. */
  file: string;
  /** The same as in `LibraryUse`. */
  feature: string;
  /** Why the file may use it. */
  reason: string;
}

/** Uses of features that a supported browser lacks. Each checks first that the feature exists, or does not need it. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'apps/web/src/features/export/archive-target.ts',
    feature: 'FileSystemFileHandle.createWritable',
    reason:
      'Asked only of a file that the browser’s own file picker returned: Safari and Firefox have none.',
  },
  {
    file: 'apps/web/src/features/player/audio-output.ts',
    feature: 'HTMLMediaElement.preservesPitch',
    reason: 'Safari before 17.2 keeps the pitch by default, under another name.',
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
    file: 'apps/web/src/ui/share-link.ts',
    feature: 'Navigator.share',
    reason: 'Firefox on desktops has no dialog for sharing: the URL is copied.',
  },
  {
    file: 'apps/web/src/features/drops/use-go-back.ts',
    feature: 'navigation',
    reason: 'Without it, Back opens the feed if the previous page was another document.',
  },
  {
    file: 'apps/web/src/features/drops/use-go-back.ts',
    feature: 'Navigation.canGoBack',
    reason: 'Without it, Back opens the feed if the previous page was another document.',
  },
  {
    file: 'apps/web/src/features/people/crop-avatar.ts',
    feature: 'CanvasImageSmoothing.imageSmoothingQuality',
    reason: 'Firefox ignores it, and the picture is less smooth.',
  },
  {
    file: 'apps/web/src/features/clips/take/request-persistent-storage.ts',
    feature: 'StorageManager.estimate',
    reason: 'Without estimates, space is not called short.',
  },
  {
    file: 'apps/web/src/features/drops/video/video-encoding.ts',
    feature: 'VideoEncoder',
    reason: 'Without it, the dialog says that the browser cannot make videos.',
  },
  {
    file: 'apps/web/src/features/drops/video/video-encoding.ts',
    feature: 'VideoEncoder.isConfigSupported',
    reason: 'The same.',
  },
  {
    file: 'apps/web/src/features/drops/video/video-encoding.ts',
    feature: 'AudioEncoder',
    reason: 'The same. Safari has it from version 26 on.',
  },
  {
    file: 'apps/web/src/features/drops/video/video-encoding.ts',
    feature: 'AudioEncoder.isConfigSupported',
    reason: 'The same.',
  },
  {
    file: 'apps/web/src/features/drops/video/video-maker.tsx',
    feature: 'Navigator.share',
    reason: 'There is a Share button only where `canShare` takes the file.',
  },
  {
    file: 'apps/web/src/features/drops/video/video-maker.tsx',
    feature: 'Navigator.canShare',
    reason: 'Without it, the video can only be saved.',
  },
  {
    file: 'apps/web/src/lib/unread-in-title.ts',
    feature: 'NavigatorBadge.setAppBadge',
    reason: 'Called only where it exists; the title has the count as well.',
  },
  {
    file: 'apps/web/src/lib/push-device.ts',
    feature: 'NavigatorBadge.clearAppBadge',
    reason: 'Called only where it exists.',
  },
  {
    file: 'apps/web/src/features/clips/recorder/clip-recorder-panel.tsx',
    feature: 'Navigator.vibrate',
    reason: 'Without it, only the button shows that the recording has begun.',
  },
];

/** Exceptions for built scripts, which include uses in libraries. */
export const BUILT_EXCEPTIONS: readonly Pick<Exception, 'feature' | 'reason'>[] = [
  {
    feature: 'requestIdleCallback',
    reason: 'Safari waits for a timer instead (lib/when-idle.ts).',
  },
  { feature: 'cancelIdleCallback', reason: 'The same.' },
  { feature: 'navigation', reason: 'React checks for it before it shows a transition’s progress.' },
  { feature: 'setImmediate', reason: 'React’s scheduler falls back to a MessageChannel.' },
  { feature: 'Error.captureStackTrace', reason: 'zod checks for it before it creates an error.' },
  {
    feature: 'PublicKeyCredential.parseCreationOptionsFromJSON',
    reason: 'auth-js checks for it; the app has no passkeys.',
  },
  {
    feature: 'PublicKeyCredential.parseRequestOptionsFromJSON',
    reason: 'auth-js checks for it; the app has no passkeys.',
  },
  {
    feature: 'VideoEncoder',
    reason:
      'The video worker is started only where WebCodecs has the encoders (features/drops/video).',
  },
  {
    feature: 'VideoEncoder.isConfigSupported',
    reason: 'The same.',
  },
  {
    feature: 'AudioEncoder',
    reason: 'The same.',
  },
  {
    feature: 'AudioEncoder.isConfigSupported',
    reason: 'The same.',
  },
  {
    feature: 'EncodedVideoChunk',
    reason: 'The same.',
  },
  {
    feature: 'EncodedAudioChunk',
    reason: 'The same.',
  },
  {
    feature: 'VideoFrame',
    reason: 'The same.',
  },
  {
    feature: 'AudioData',
    reason: 'The same.',
  },
  {
    feature: 'Symbol.dispose',
    reason: 'mediabunny defines it where it is missing.',
  },
  {
    feature: 'Symbol.asyncDispose',
    reason: 'mediabunny uses it only for asynchronous disposal, which encoding has none of.',
  },
  {
    feature: 'SuppressedError',
    reason: 'The compiled form of `using` in mediabunny checks for it.',
  },
];
