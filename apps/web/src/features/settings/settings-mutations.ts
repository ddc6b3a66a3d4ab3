import { useMutation } from '@tanstack/react-query';
import { dropKeys } from '#features/drops/drop-keys.ts';
import { invalidateDropLists } from '#features/drops/invalidate-drops.ts';
import { resetDropsAndPeople } from '#features/drops/invalidate-drops-by.ts';
import { updateOwnProfile } from '#features/drops/update-own-profile.ts';
import { removeAvatar } from '#features/people/avatar-upload.ts';
import { setBlocked } from '#features/people/block-mutations.ts';
import type { Person } from '#features/people/person.ts';
import { peopleKeys } from '#features/people/queries.ts';
import { profileWriteError, requireUsername } from '#features/session/mutations.ts';
import { themeOf } from '#features/session/queries.ts';
import { useApp } from '#lib/app.ts';
import {
  accountFromSettings,
  rowFromSettings,
  SETTINGS_COLUMNS,
  settingsFromRow,
  type Settings,
} from './settings.ts';
import { readSettings, settingsKeys } from './settings-queries.ts';

interface SettingsSave {
  changes: Partial<Settings>;
  /** Whether links with the former username shall lead to a new one. */
  leadsOldLinks: boolean;
}

/**
 * Saves the changes on top of the currently saved settings, because another device may have saved
 * other settings since this page was opened. Then updates every cached copy.
 *
 * @throws {UsernameTakenError} and saves nothing
 */
export function useSaveSettings(userId: string) {
  const app = useApp();
  const { client, queryClient } = app;
  return useMutation({
    mutationFn: async ({ changes, leadsOldLinks }: SettingsSave) => {
      const before = await readSettings(client, userId);
      const after = { ...before, ...changes };
      const row = rowFromSettings(after);
      if (row.username !== null && row.username !== before.username) {
        await requireUsername(app, row.username, userId);
      }
      const { data, error } = await client
        .from('profiles')
        .upsert(
          { user_id: userId, ...row, ...(leadsOldLinks && { leads_old_links: true }) },
          { onConflict: 'user_id' },
        )
        .select(SETTINGS_COLUMNS)
        .single();
      if (error) throw profileWriteError(error);
      const account = accountFromSettings(after);
      if (JSON.stringify(account) !== JSON.stringify(accountFromSettings(before))) {
        await client.from('account_settings').update(account).eq('user_id', userId).throwOnError();
      }
      const saved = settingsFromRow(data, account);
      if (before.avatarUrl !== null && before.avatarUrl !== saved.avatarUrl) {
        void removeAvatar(client, before.avatarUrl);
      }
      return { before, saved, theme: themeOf(data) };
    },
    onSuccess: ({ before, saved, theme }) => {
      queryClient.setQueryData(settingsKeys.own(userId), saved);
      if (before.username !== saved.username) {
        void queryClient.invalidateQueries({ queryKey: settingsKeys.oldLinks(userId) });
      }
      updateOwnProfile(queryClient, userId, {
        username: saved.username || null,
        avatarUrl: saved.avatarUrl,
        allowsDownloads: saved.allowDownloads,
        autoplay: saved.autoplay,
        theme,
      });
      if (before.blockInappropriate !== saved.blockInappropriate) resetDropsAndPeople(queryClient);
      if (before.showsLikes !== saved.showsLikes)
        invalidateDropLists(queryClient, dropKeys.liked());
    },
  });
}

/** Sets whether links with former usernames lead to the present one. */
export function useLeadOldLinks(userId: string) {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async (leads: boolean) => {
      await client
        .from('profiles')
        .update({ leads_old_links: leads })
        .eq('user_id', userId)
        .throwOnError();
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: settingsKeys.oldLinks(userId) }),
  });
}

/** Unblocks a user in the viewer's list of blocked users, whose drops then become visible again. */
export function useUnblock(userId: string) {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: (blockedId: string) => setBlocked(client, blockedId, false),
    onSuccess: async (_data, unblocked) => {
      // A request sent before the change would bring the unblocked user back into the list.
      await queryClient.cancelQueries({ queryKey: peopleKeys.blocked() });
      queryClient.setQueryData<Person[]>(peopleKeys.blockedBy(userId), (people) =>
        people?.filter((person) => person.userId !== unblocked),
      );
      resetDropsAndPeople(queryClient);
    },
  });
}

/** Sends the mail again that confirms the account's address for mails of notifications. */
export function useSendMailConfirmation(userId: string) {
  const { client, queryClient } = useApp();
  return useMutation({
    mutationFn: async () => {
      await client.rpc('send_mail_confirmation').throwOnError();
      await queryClient.invalidateQueries({ queryKey: settingsKeys.mailState(userId) });
    },
  });
}
