import { Toast as BaseToast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect, useLayoutEffect } from 'react';
import { keepOffDialogs } from './toast-clearance.ts';
import { presentToasts, type Toast } from './toast.ts';

const icons = { info: Info, success: CircleCheck, error: CircleAlert };

type StackedToast = Pick<Toast, 'kind' | 'action'>;

const manager = BaseToast.createToastManager<StackedToast>();

function show({ kind, title, name, description, duration, action, onGone }: Toast): void {
  manager.add({
    id: name,
    title,
    description,
    timeout: duration,
    ...(onGone && { onClose: onGone }),
    data: { kind, ...(action && { action }) },
  });
}

/** The stack of toasts at the bottom of the page, above the player and the bottom bar. F6 moves the focus there. */
export default function ToastStack() {
  useEffect(() => presentToasts({ show, hide: manager.close }), []);
  return (
    <BaseToast.Provider toastManager={manager}>
      {/* Base UI's default label, Notifications, is the name of a section of the settings. */}
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
  const isShown = toasts.length > 0;
  useLayoutEffect(() => (isShown ? keepOffDialogs() : undefined), [isShown]);
  return toasts.map((toast) => {
    const { kind = 'info', action } = toast.data ?? {};
    const Icon = icons[kind];
    return (
      <BaseToast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['down', 'left', 'right']}
        // Screen readers would announce Base UI's default role, dialog, as an opened window; `aria-modal` is only for dialogs.
        render={<li />}
        role={undefined}
        aria-modal={undefined}
        className="toast"
      >
        <BaseToast.Content className="toast-content">
          <Icon className="size-5 shrink-0" />
          <div className="min-w-0 grow wrap-break-word">
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
