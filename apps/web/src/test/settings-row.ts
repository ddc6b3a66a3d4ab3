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
