import { useQuery } from '@tanstack/react-query';
import { countLabel } from '@undertone/domain/number-labels';
import { useEffect } from 'react';
import { accountKey } from '#lib/account-local-storage.ts';
import { useApp, useClient, type App } from '#lib/app.ts';
import { readLocalItem } from '#lib/local-item.ts';
import { logFailure } from '#lib/log.ts';
import { showUnreadInTitle } from '#lib/unread-in-title.ts';
import { followMessages } from './live-messages.ts';
import { followOutbox } from './outbox/send-outbox.ts';
import { unreadConversationsOptions } from './unread-queries.ts';
import './unread-badge.css';

/**
 * What messages do on every page: new ones arrive, those that wait on this device are sent, and the links to Messages
 * show how many conversations are unread. Fetched when the page is idle.
 */
export default function MessagesBackground({ userId }: { userId: string }) {
  const app = useApp();
  useEffect(() => followMessages(app, userId), [app, userId]);
  useEffect(() => followOutbox(app, userId), [app, userId]);
  useEffect(() => void forgetLeftVoices(app, userId), [app, userId]);
  return <UnreadBadge userId={userId} />;
}

/** Few accounts have written anonymously on this device. */
async function forgetLeftVoices({ client }: App, userId: string): Promise<void> {
  if (readLocalItem(accountKey('veil-seeds', userId)) === null) return;
  try {
    const voices = await import('./anonymous/forget-left-voices.ts');
    await voices.forgetLeftVoices(client, userId);
  } catch (cause) {
    logFailure('The voices of anonymous conversations could not be checked.', cause);
  }
}

/** The number of unread conversations: a style sheet draws it at the links, which this describes for screen readers. */
function UnreadBadge({ userId }: { userId: string }) {
  const { data: unread = 0 } = useQuery(unreadConversationsOptions(useClient(), userId));
  useEffect(() => {
    showUnreadInTitle('conversations', unread);
    const root = document.documentElement;
    root.toggleAttribute('data-unread-messages', unread > 0);
    root.style.setProperty('--unread-messages', `"${countLabel(unread)}"`);
    return () => {
      showUnreadInTitle('conversations', 0);
      root.removeAttribute('data-unread-messages');
    };
  }, [unread]);
  return (
    <output id="unread" className="sr-only">
      {unread > 0 && `${unread} unread ${unread === 1 ? 'conversation' : 'conversations'}`}
    </output>
  );
}
