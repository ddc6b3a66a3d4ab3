import { useMutation } from '@tanstack/react-query';
import { useApp } from '#lib/app.ts';
import { deskKeys, type DeskRole } from '#features/desk/desk-queries.ts';

interface StaffChange {
  person: { userId?: string; username: string };
  /** `none` removes the person from the staff. */
  role: DeskRole | 'none';
  reason: string;
}

/** Adds a person to the staff, changes their role, or removes them. */
export function useChangeStaff() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async ({ person, role, reason }: StaffChange) => {
      const change =
        role === 'none'
          ? client.rpc('desk_remove_staff', { user_id: person.userId ?? '', reason })
          : client.rpc('desk_add_staff', { username: person.username, role, reason });
      await change.throwOnError();
      // Also the access: an admin may have changed their own role.
      await queryClient.invalidateQueries({ queryKey: deskKeys.all });
    },
  });
}
