import { linkOptions } from '@tanstack/react-router';
import type { Notification } from './notification.ts';

/** The link of a notification: the drop, with the comment in sight that it is about, or the follower's profile. */
export function linkOf({ type, dropId, commentId, actorUsername }: Notification) {
  if (dropId !== undefined) {
    const isAboutComment = type === 'comment' || type === 'mention';
    return linkOptions({
      to: '/voice-drop/$id',
      params: { id: dropId },
      search: isAboutComment
        ? { comments: 'open', ...(commentId !== undefined && { comment: commentId }) }
        : {},
    });
  }
  if (actorUsername === undefined) return undefined;
  return linkOptions({ to: '/$username', params: { username: actorUsername } });
}
