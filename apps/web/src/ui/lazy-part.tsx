import {
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { lazyCode, loadUntilArrived } from '#lib/lazy-code.ts';
import { logFailure } from '#lib/log.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { toast } from './toast.ts';

/** Imports a module whose default export is a component. */
type FetchModule<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface LazyPartProps {
  /** Called when the code could not be fetched the first time; retries continue while the part is mounted. */
  onMissing?: () => void;
}

interface LazyPartOptions {
  /** When the code is fetched: when the part is mounted, or when the page is idle after that. */
  preload?: 'mount' | 'idle';
  /** Shown until the code has arrived; by default nothing. */
  fallback?: ReactNode;
}

/**
 * A part of the page whose code is not in the first load. When the code does not arrive, the page
 * works without the part, which appears when the network is back.
 *
 * Code that has arrived is rendered synchronously. React's `lazy` would suspend even then, show the
 * fallback, and reveal the part only after 300 ms, because React throttles reveals.
 */
export function lazyPart<Props extends object>(
  fetchModule: FetchModule<Props>,
  { preload = 'mount', fallback = null }: LazyPartOptions = {},
) {
  const code = lazyCode(fetchModule);

  function LazyPart(props: Props & LazyPartProps) {
    const Part = useSyncExternalStore(code.subscribe, code.current)?.default;
    const isMissing = !Part;
    const onFailure = useEffectEvent((cause: unknown) => {
      logFailure('A part of the page could not be fetched.', cause);
      props.onMissing?.();
    });

    useEffect(() => {
      if (!isMissing) return undefined;
      let stop = () => {};
      const start = () => {
        stop = loadUntilArrived(code, (cause) => onFailure(cause));
      };
      const startAndWait = () => {
        start();
        return code();
      };
      const cancel = preload === 'idle' ? whenIdle(startAndWait) : start();
      return () => {
        cancel?.();
        stop();
      };
    }, [isMissing]);

    return Part ? <Part {...props} /> : fallback;
  }
  /** Fetches the code early; a failure is reported when the part is mounted. */
  const preloadCode = () => void code().catch(() => {});
  return Object.assign(LazyPart, { load: code, preload: preloadCode });
}

/** Props of every menu and dialog. */
interface PopupProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface LazyPopupOptions {
  /** `intent`: only when the caller expects a press and calls `preload()`. */
  preload?: 'idle' | 'intent';
  /** Called when the code could not be fetched; by default shows a general toast. */
  onMissing?: () => void;
}

/**
 * A menu or dialog whose code is fetched when the page is idle, or by the first press. The popup
 * opens as soon as the code has arrived. When the code cannot be fetched, a toast says so and the
 * popup closes; the next press fetches again.
 */
export function lazyPopup<Props extends PopupProps>(
  fetchModule: FetchModule<Props>,
  { preload = 'idle', onMissing = toastMissingCode }: LazyPopupOptions = {},
) {
  const Part = lazyPart(fetchModule);

  function LazyPopup(props: Props) {
    const { open, onOpenChange } = props;
    const [hasOpened, setHasOpened] = useState(open);
    if (open && !hasOpened) setHasOpened(true);

    useEffect(() => (preload === 'idle' ? whenIdle(Part.load) : undefined), []);

    // A popup that has been open stays mounted, so that its closing is animated.
    if (!open && !(hasOpened && Part.load.current())) return null;
    return (
      <Part
        {...props}
        onMissing={() => {
          onMissing();
          onOpenChange(false);
        }}
      />
    );
  }
  return Object.assign(LazyPopup, { load: Part.load, preload: Part.preload });
}

/** Shows that the code of a menu, a dialog or the recorder could not be fetched. */
export function toastMissingCode(): void {
  toast.error('Error', { description: 'An unexpected error occurred. Please try again.' });
}
