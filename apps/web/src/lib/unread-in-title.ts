import { countLabel } from '@undertone/domain/number-labels';
import { changeTitle } from './use-document-title.ts';

/** How many are unread, by what is counted. */
const counts = new Map<string, number>();

/**
 * Prefixes the document's title, whatever page sets it, with the number of all that is unread:
 * `(3) Home · Undertone`, and shows it at the icon of the installed app.
 *
 * @param kind what is counted
 */
export function showUnreadInTitle(kind: 'notifications' | 'conversations', count: number): void {
  counts.set(kind, count);
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
  changeTitle({ prefix: all > 0 ? `(${countLabel(all)}) ` : '' });
  // Browsers refuse it without the permission for notifications.
  navigator.setAppBadge?.(all).catch(() => undefined);
}
