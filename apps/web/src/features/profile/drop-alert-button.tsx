import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bell, BellRing } from 'lucide-react';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.ts';
import {
  areDropAlertsAllowed,
  dropAlertOptions,
  setDropAlertOptions,
} from './drop-alert-queries.ts';

interface DropAlertButtonProps {
  viewerId: string;
  /** A person that the viewer follows. */
  authorId: string;
  name: string;
}

/** Turns on and off that the viewer is notified of each drop of a followed person. */
export default function DropAlertButton({ viewerId, authorId, name }: DropAlertButtonProps) {
  const app = useApp();
  const navigate = useNavigate();
  const { data: isOn, isError } = useQuery(dropAlertOptions(app.client, viewerId, authorId));
  const { mutateAsync: set } = useMutation(setDropAlertOptions(app, viewerId, authorId));
  const { refusal } = useSession();
  // Without the present state, a press could do the opposite of what is meant.
  if (isError && isOn === undefined) return null;

  const press = async () => {
    try {
      if (!(await set(!isOn))) return;
      if (isOn) {
        toast.success(`No more notifications of drops by ${name}`);
      } else if (await areDropAlertsAllowed(app.client, viewerId)) {
        toast.success(`You get a notification of each drop by ${name}`);
      } else {
        toast.info('“New drops” is off in your settings', {
          description: `Turn it on there to be notified of drops by ${name}.`,
          action: { label: 'Settings', onPress: () => void navigate({ to: '/settings' }) },
        });
      }
    } catch (cause) {
      logFailure('The alerts of a person could not be changed.', cause);
      toast.error(limitReason(cause) ?? 'Failed to change the notifications');
    }
  };

  return (
    <IconButton
      label="Notify me of each drop"
      variant={isOn ? 'ink' : 'outline'}
      aria-pressed={isOn ?? false}
      disabled={isOn === undefined}
      onClick={() => void press()}
      {...(!isOn && refusal?.props)}
    >
      {isOn ? <BellRing /> : <Bell />}
    </IconButton>
  );
}
