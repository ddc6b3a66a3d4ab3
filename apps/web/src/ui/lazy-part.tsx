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

/** A module that exports a component. */
type FetchModule<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface LazyPartProps {
  /** Called when the code could not be fetched; the part goes on trying for as long as it is on the page. */
  onMissing?: () => void;
}

interface LazyPartOptions {
  /** When the code is fetched: once the part is on the page, or from then on when the page is idle. */
  preload?: 'mount' | 'idle';
  /** Stands on the page until the code has arrived; nothing unless given. */
  fallback?: ReactNode;
}

/**
 * A part of the page whose code is not in the first load. Where the code does not arrive the page
 * goes on without the part, which appears by itself when the network is back.
 *
 * Code that has arrived is rendered in the same pass. React's `lazy` would suspend once more even
 * then, show an empty fallback, and reveal the part 300 ms later, for React spaces reveals.
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
      const cancel = preload === 'idle' ? whenIdle(start) : start();
      return () => {
        cancel?.();
        stop();
      };
    }, [isMissing]);

    return Part ? <Part {...props} /> : fallback;
  }
  /** Fetches the code ahead, without a word about failure. */
  const preloadCode = () => void code().catch(() => {});
  return Object.assign(LazyPart, { load: code, preload: preloadCode });
}

/** What every menu and dialog takes. */
interface PopupProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface LazyPopupOptions {
  /** `intent`: only when the caller says that a press is near, by `preload()`. */
  preload?: 'idle' | 'intent';
  /** Says that the code has not arrived; a general toast unless given. */
  onMissing?: () => void;
}

/**
 * A menu or dialog whose code is fetched when the page is idle, or by the first press. It opens as
 * soon as the code has arrived. Where the code does not arrive a toast says so and the popup closes:
 * opening it again fetches again.
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

    useEffect(() => (preload === 'idle' ? whenIdle(Part.preload) : undefined), []);

    // A popup that has been open stays on the page, so that its closing is animated.
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

/** Says that what a press opens could not be fetched: pressing again fetches it again. */
export function toastMissingCode(): void {
  toast.error('Error', { description: 'An unexpected error occurred. Please try again.' });
}
