import { useEffect } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { useTheme } from '#lib/theme.ts';
import { presentToasts, type Toast } from './toast.ts';
import 'sonner/dist/styles.css';
import './toast-stack.css';

/** How long a toast stays, unless it says otherwise, in milliseconds. */
const DURATION = 3000;

function show({ kind, title, description, duration }: Toast): void {
  sonner[kind](title, {
    ...(description !== undefined && { description }),
    ...(duration !== undefined && { duration }),
  });
}

/** sonner in the app's clothes, above the player and the bottom bar. */
export default function ToastStack() {
  const theme = useTheme();
  useEffect(() => presentToasts(show), []);
  return (
    <Toaster
      theme={theme}
      position="bottom-center"
      duration={DURATION}
      offset={{ bottom: 'calc(max(var(--page-foot), var(--composer-height)) + 1.25rem)' }}
      mobileOffset={{ bottom: 'calc(max(var(--page-foot), var(--composer-height)) + 0.75rem)' }}
      toastOptions={{ className: 'undertone-toast' }}
    />
  );
}
