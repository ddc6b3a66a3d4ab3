import { skipToken, useQuery } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { pushWantedOptions } from './queries.ts';
import { useClient } from '#lib/app.ts';
import { useNotificationPermission } from '#lib/notification-permission.ts';

/**
 * Offers notifications by the browser while the page is hidden, since browsers ask for permission only
 * after a click. Renders nothing when permission was decided already or cannot be asked for, or when
 * 'Push' is off in the settings.
 */
export function BrowserNotificationOffer({ userId }: { userId: string }) {
  const client = useClient();
  const [state, ask] = useNotificationPermission();
  const { data: isWanted = false } = useQuery({
    ...pushWantedOptions(client, userId),
    ...(state !== 'default' && { queryFn: skipToken }),
  });
  if (state !== 'default' || !isWanted) return null;

  return (
    <div className="mb-6 flex items-center justify-between gap-3 rounded-lg border border-line py-2.5 pr-2.5 pl-5">
      <p className="text-[0.9375rem] text-ink-soft">
        Get notified while Undertone is in another tab.
      </p>
      <Button variant="quiet" size="sm" className="max-md:min-h-10" onClick={() => void ask()}>
        Turn on
      </Button>
    </div>
  );
}
