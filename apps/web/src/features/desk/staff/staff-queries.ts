import { queryOptions } from '@tanstack/react-query';
import type { Person } from '#features/people/person.ts';
import type { SupabaseClient } from '#lib/supabase.ts';
import { deskKeys, type DeskRole } from '#features/desk/desk-queries.ts';

/** A person of the staff. */
export interface StaffMember extends Person {
  role: DeskRole;
  /** Undefined if the operator added the person by a command, or that account is gone. */
  addedBy: string | undefined;
  addedAt: string;
  /** Without a second factor the desk refuses the person. */
  hasFactor: boolean;
}

/** The staff, admins first. */
export function staffOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: deskKeys.staff(),
    queryFn: async ({ signal }): Promise<StaffMember[]> => {
      const { data } = await client.rpc('desk_staff').abortSignal(signal).throwOnError();
      return data.map((row) => ({
        userId: row.user_id,
        username: row.username ?? undefined,
        avatarUrl: row.avatar_url ?? undefined,
        role: row.role === 'admin' ? 'admin' : 'moderator',
        addedBy: row.added_by ?? undefined,
        addedAt: row.added_at,
        hasFactor: row.has_factor,
      }));
    },
    staleTime: 0,
  });
}
