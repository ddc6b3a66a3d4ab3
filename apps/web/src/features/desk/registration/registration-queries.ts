import { queryOptions } from '@tanstack/react-query';
import type { Json } from '@undertone/database-types/database';
import type { Registration } from '@undertone/domain/site-notice';
import type { SupabaseClient } from '#lib/supabase.ts';
import { camelJson } from '#features/desk/camel-json.ts';
import { deskKeys } from '#features/desk/desk-queries.ts';

/** What admins set for the whole site. Empty texts are not shown. */
export interface SiteSettings {
  registration: Registration;
  announcement: string;
  rules: string;
  contactEmail: string;
  contactText: string;
  /** Words and phrases that hold a voice drop. */
  heldWords: readonly string[];
}

/** A code with which people sign up while registration is by invitation. */
export interface Invitation {
  id: string;
  /** Who it is for, in the words of the admin who made it. */
  label: string;
  uses: number;
  usesLeft: number;
  endsAt: string | null;
  isOver: boolean;
  madeAt: string;
  /** Null if that account is gone. */
  madeBy: string | null;
  usedBy: readonly { username: string | null; usedAt: string }[];
}

/** Reads the response of the procedures that return the settings. */
export function readSettings(response: Json): SiteSettings {
  const row: { [Name in keyof SiteSettings]: SiteSettings[Name] | null } = JSON.parse(
    camelJson(response),
  );
  return {
    registration: row.registration ?? 'open',
    announcement: row.announcement ?? '',
    rules: row.rules ?? '',
    contactEmail: row.contactEmail ?? '',
    contactText: row.contactText ?? '',
    heldWords: row.heldWords ?? [],
  };
}

/** The settings of the site, for admins. */
export function siteSettingsOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: [...deskKeys.shown(), 'settings'],
    queryFn: async ({ signal }): Promise<SiteSettings> => {
      const { data } = await client.rpc('desk_settings').abortSignal(signal).throwOnError();
      return readSettings(data);
    },
  });
}

/** The invitations, the newest first, for admins. */
export function invitationsOptions(client: SupabaseClient) {
  return queryOptions({
    queryKey: [...deskKeys.shown(), 'invitations'],
    queryFn: async ({ signal }): Promise<Invitation[]> => {
      const { data } = await client.rpc('desk_invitations').abortSignal(signal).throwOnError();
      const rows: Omit<Invitation, 'isOver'>[] = JSON.parse(camelJson(data));
      return rows.map((row) =>
        Object.assign(row, { isOver: row.endsAt !== null && Date.parse(row.endsAt) <= Date.now() }),
      );
    },
    staleTime: 0,
  });
}
