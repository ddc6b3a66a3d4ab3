import { linkOptions } from '@tanstack/react-router';
import type { Notification } from './notification.ts';

/** The link of a notification: the drop, with its comments open for a comment or mention, or the follower's profile. */
export function linkOf({ type, dropId, actorUsername }: Notification) {
  if (dropId !== undefined) {
    const isAboutComment = type === 'comment' || type === 'mention';
    return linkOptions({
      to: '/voice-drop/$id',
      params: { id: dropId },
      search: isAboutComment ? ({ comments: 'open' } as const) : {},
    });
  }
  if (actorUsername === undefined) return undefined;
  return linkOptions({ to: '/$username', params: { username: actorUsername } });
}
