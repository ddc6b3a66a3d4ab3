import { useMutation } from '@tanstack/react-query';
import { markReadOptions } from './mutations.ts';
import type { Notification } from './notification.ts';
import { useApp } from '#lib/app.ts';

/** What marks a notification as read, unless it is. Goes on when its component is left. */
export function useMarkRead(userId: string): (notification: Notification) => void {
  const { mutate } = useMutation(markReadOptions(useApp(), userId));
  return ({ id, read }) => {
    if (!read) mutate(id);
  };
}
