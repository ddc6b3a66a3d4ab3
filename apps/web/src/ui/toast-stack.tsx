import { Toast as BaseToast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect } from 'react';
import { presentToasts, type Toast } from './toast.ts';

/** How long a toast stays, unless it says otherwise, in milliseconds. */
const DURATION_MS = 3000;

/** How long one stays that has something to press: time to read it, decide, and get there by keyboard. */
const ACTION_DURATION_MS = 8000;

const icons = { info: Info, success: CircleCheck, error: CircleAlert };

type StackedToast = Pick<Toast, 'kind' | 'action'>;

const manager = BaseToast.createToastManager<StackedToast>();

function show({ kind, title, name, description, duration, action }: Toast): void {
  manager.add({
    id: name,
    title,
    description,
    timeout: duration ?? (action ? ACTION_DURATION_MS : DURATION_MS),
    data: { kind, ...(action && { action }) },
  });
}

/** Base UI's toasts at the foot of the page, above the player and the bottom bar. F6 moves the focus there. */
export default function ToastStack() {
  useEffect(() => presentToasts({ show, hide: manager.close }), []);
  return (
    <BaseToast.Provider toastManager={manager}>
      {/* Base UI's own label is Notifications, the name of a section of the settings. */}
      <BaseToast.Viewport className="toast-viewport" aria-label="Announcements">
        <ol>
          <StackedToasts />
        </ol>
      </BaseToast.Viewport>
    </BaseToast.Provider>
  );
}

function StackedToasts() {
  const { toasts, close } = BaseToast.useToastManager<StackedToast>();
  return toasts.map((toast) => {
    const { kind = 'info', action } = toast.data ?? {};
    const Icon = icons[kind];
    return (
      <BaseToast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['down', 'left', 'right']}
        // Base UI's own role, dialog, is announced as a window that has opened; `aria-modal` is a dialog's alone.
        render={<li />}
        role={undefined}
        aria-modal={undefined}
        className="toast"
      >
        <BaseToast.Content className="toast-content">
          <Icon className="size-5 shrink-0" />
          <div className="grow">
            <BaseToast.Title render={<p />} className="font-medium" />
            <BaseToast.Description className="opacity-82" />
          </div>
          {action && (
            <BaseToast.Action
              onClick={() => {
                action.onPress();
                close(toast.id);
              }}
              className="h-10 shrink-0 rounded-full bg-ink-inverse px-4 text-sm font-medium text-ink focus-visible:outline-ink-inverse"
            >
              {action.label}
            </BaseToast.Action>
          )}
        </BaseToast.Content>
      </BaseToast.Root>
    );
  });
}
