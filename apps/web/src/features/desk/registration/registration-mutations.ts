import { useMutation } from '@tanstack/react-query';
import { useApp } from '#lib/app.ts';
import {
  invitationsOptions,
  readSettings,
  siteSettingsOptions,
  type SiteSettings,
} from './registration-queries.ts';

/** Changes the settings of the site. @returns them as they are stored */
export function useChangeSettings() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async (settings: SiteSettings): Promise<SiteSettings> => {
      const changes = {
        registration: settings.registration,
        announcement: settings.announcement,
        rules: settings.rules,
        contact_email: settings.contactEmail,
        contact_text: settings.contactText,
        held_words: [...settings.heldWords],
      };
      const { data } = await client.rpc('desk_change_settings', { changes }).throwOnError();
      const stored = readSettings(data);
      queryClient.setQueryData(siteSettingsOptions(client).queryKey, stored);
      return stored;
    },
  });
}

interface NewInvitation {
  label: string;
  uses: number;
  /** After how many days it ends; null for never. */
  days: number | null;
}

const DAY_MS = 86_400_000;

/** Makes an invitation. @returns its code, which cannot be read again */
export function useInvite() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async ({ label, uses, days }: NewInvitation): Promise<string> => {
      const end = days !== null && {
        ends_at: new Date(Date.now() + days * DAY_MS).toISOString(),
      };
      const { data } = await client.rpc('desk_invite', { label, uses, ...end }).throwOnError();
      void queryClient.invalidateQueries({ queryKey: invitationsOptions(client).queryKey });
      return data;
    },
  });
}

/** Ends an invitation. */
export function useWithdrawInvitation() {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async (id: string) => {
      await client.rpc('desk_withdraw_invitation', { id }).throwOnError();
      await queryClient.invalidateQueries({ queryKey: invitationsOptions(client).queryKey });
    },
  });
}
