import { useMutation, useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { markReadOptions } from './mutations.ts';
import { unreadCountOptions } from './unread-queries.ts';
import { useApp } from '#lib/app.ts';

interface MarkAllReadButtonProps {
  userId: string;
  /** `quiet` in the popup. */
  variant: 'secondary' | 'quiet';
}

/** Marks all notifications as read; disabled while none is unread. */
export function MarkAllReadButton({ userId, variant }: MarkAllReadButtonProps) {
  const app = useApp();
  const { data: unread = 0 } = useQuery(unreadCountOptions(app.client, userId));
  const { mutate, isPending } = useMutation(markReadOptions(app, userId));
  return (
    <Button
      variant={variant}
      size="sm"
      className="max-md:min-h-10"
      disabled={unread === 0 || isPending}
      onClick={({ currentTarget }) => {
        // The button is disabled from now on, and would lose the focus.
        currentTarget.closest<HTMLElement>('[role=dialog], main')?.focus({ preventScroll: true });
        mutate('all');
      }}
    >
      <CheckCheck className="max-sm:hidden" />
      Mark All Read
    </Button>
  );
}
