import type { Database } from '@undertone/database-types/database';

type ProfileRow = Database['public']['Tables']['profiles']['Row'];

/** A row of profiles with the settings of a new account. */
export function settingsRow(changes: Partial<ProfileRow> = {}) {
  return {
    user_id: 'id-of-mira',
    username: 'Mira',
    bio: null,
    avatar_url: null,
    is_private: false,
    push_notifications: true,
    email_notifications: false,
    likes_notifications: true,
    replies_notifications: true,
    follows_notifications: true,
    mentions_notifications: true,
    block_inappropriate: true,
    allow_anonymous: false,
    allow_downloads: false,
    dark_mode: false,
    dark_mode_chosen: false,
    autoplay: true,
    ...changes,
  };
}

/** A row of account_settings with the settings of a new account. */
export const accountRow = (
  changes: Partial<Database['public']['Tables']['account_settings']['Row']> = {},
) => ({
  drops_notifications: true,
  mail_digest: 'daily',
  shows_likes: false,
  messages_notifications: true,
  messages_from: 'everyone',
  read_receipts: true,
  names_on_lock_screen: false,
  ...changes,
});
