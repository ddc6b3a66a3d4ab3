import { useMutation, useQueryClient } from '@tanstack/react-query';
import { markReadOptions } from './mutations.ts';
import type { Notification } from './notification.ts';

/** What marks a notification as read, unless it is. Goes on when its component is left. */
export function useMarkRead(userId: string): (notification: Notification) => void {
  const { mutate } = useMutation(markReadOptions(useQueryClient(), userId));
  return ({ id, read }) => {
    if (!read) mutate(id);
  };
}
