import { useEffect } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { useTheme } from '#lib/theme.ts';
import { presentToasts, type Toast } from './toast.ts';
import 'sonner/dist/styles.css';
import './toast-stack.css';

/** How long a toast stays, unless it says otherwise, in milliseconds. */
const DURATION = 3000;

/** How long one stays that has something to press: time to read it, decide, and get there by keyboard. */
const ACTION_DURATION = 8000;

function show({ kind, title, name, description, duration, action }: Toast): void {
  sonner[kind](title, {
    ...(name !== undefined && { id: name }),
    ...(description !== undefined && { description }),
    ...(action && {
      action: { label: action.label, onClick: action.onPress },
      duration: ACTION_DURATION,
    }),
    ...(duration !== undefined && { duration }),
  });
}

/** What stands at the foot of the screen: toasts stay above it. */
const foot = 'max(var(--page-foot) + var(--save-bar-height), var(--composer-height))';

/** sonner in the app's clothes, above the player and the bottom bar. */
export default function ToastStack() {
  const theme = useTheme();
  useEffect(() => presentToasts({ show, hide: sonner.dismiss }), []);
  return (
    <Toaster
      theme={theme}
      position="bottom-center"
      duration={DURATION}
      offset={{ bottom: `calc(${foot} + 1.25rem)` }}
      mobileOffset={{ bottom: `calc(${foot} + 0.75rem)` }}
      toastOptions={{ className: 'undertone-toast' }}
    />
  );
}
