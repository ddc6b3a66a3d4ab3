import { WifiOff } from 'lucide-react';
import { Spinner } from '#ui/spinner.tsx';
import { keepsDrops } from '#lib/keeps-drops.ts';
import { useOnline } from '#ui/use-online.ts';
import { useSlowNetworkNotice } from './use-slow-network-notice.ts';

/**
 * Says, while the browser is offline, what works and what does not, and on a dead network that the page
 * is still waiting for an answer.
 *
 * @param memberId the signed-in account, whose recordings are kept
 */
export function NetworkNotice({ memberId }: { memberId: string | undefined }) {
  const online = useOnline();
  const isSlow = useSlowNetworkNotice();
  if (online && !isSlow) return null;
  return (
    <span className="flex items-center justify-center gap-2.5 border-b border-line bg-paper-sunken px-4 py-2.5 text-center text-sm text-ink-soft">
      {online ? <Spinner /> : <WifiOff aria-hidden="true" className="size-4 shrink-0" />}
      {online ? STILL_TRYING : memberId === undefined ? VISITOR_OFFLINE : memberOffline(memberId)}
    </span>
  );
}

const STILL_TRYING = 'Still trying. The network is slow to answer.';
const memberOffline = (memberId: string) =>
  `You are offline. ${keepsDrops(memberId) ? 'You can play what this device has kept.' : 'Listening has to wait.'} Posts, messages, likes, bookmarks and follows are sent when you are online.`;
const VISITOR_OFFLINE = 'You are offline. Listening and signing in have to wait.';
