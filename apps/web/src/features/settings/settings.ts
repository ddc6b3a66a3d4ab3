import { cleanOptionalText } from '@undertone/domain/text';

/** Who may write messages to an account. Requests of others are kept apart from conversations. */
const MESSAGES_FROM = ['everyone', 'following', 'nobody'] as const;

type MessagesFrom = (typeof MESSAGES_FROM)[number];

/** The settings of an account, as the settings page edits them. */
export interface Settings {
  /** Empty for an account without a username. */
  username: string;
  bio: string;
  avatarUrl: string | null;
  isPrivate: boolean;
  pushNotifications: boolean;
  emailNotifications: boolean;
  likesNotifications: boolean;
  repliesNotifications: boolean;
  followsNotifications: boolean;
  mentionsNotifications: boolean;
  dropsNotifications: boolean;
  messagesNotifications: boolean;
  /** Whether push messages name who has written. */
  namesOnLockScreen: boolean;
  /** How often likes, follows and new drops are mailed. */
  mailDigest: 'daily' | 'weekly';
  blockInappropriate: boolean;
  /** Who may write messages. */
  messagesFrom: MessagesFrom;
  /** Whether others see that their messages have been read, and the account that theirs have been. */
  readReceipts: boolean;
  allowAnonymous: boolean;
  allowDownloads: boolean;
  /** Whether others see which drops the account likes. */
  showsLikes: boolean;
  /** Undefined until the user has chosen: each device then uses its own theme. */
  darkMode: boolean | undefined;
  autoplay: boolean;
}

/** Settings as the page shows them. */
export interface ShownSettings extends Settings {
  /** The visible theme. */
  darkMode: boolean;
  /** Whether each device uses its own theme. Choosing a theme turns this off. */
  usesDeviceTheme: boolean;
}

/** The settings that are on or off. */
export type SwitchName = {
  [Name in keyof ShownSettings]: boolean extends ShownSettings[Name] ? Name : never;
}[keyof ShownSettings];

export const SETTINGS_COLUMNS =
  'username, bio, avatar_url, is_private, push_notifications, email_notifications, likes_notifications, replies_notifications, follows_notifications, mentions_notifications, block_inappropriate, allow_anonymous, allow_downloads, dark_mode, dark_mode_chosen, autoplay' as const;

export const ACCOUNT_COLUMNS =
  'drops_notifications, mail_digest, shows_likes, messages_notifications, messages_from, read_receipts, names_on_lock_screen' as const;

type AccountRow = Omit<ReturnType<typeof accountFromSettings>, 'mail_digest' | 'messages_from'> & {
  mail_digest: string;
  messages_from: string;
};

type SettingsRow = ReturnType<typeof rowFromSettings>;

/** @param account the settings that are not columns of the profile */
export function settingsFromRow(row: SettingsRow, account: AccountRow): Settings {
  return {
    username: row.username ?? '',
    bio: row.bio ?? '',
    avatarUrl: row.avatar_url,
    isPrivate: row.is_private,
    pushNotifications: row.push_notifications,
    emailNotifications: row.email_notifications,
    likesNotifications: row.likes_notifications,
    repliesNotifications: row.replies_notifications,
    followsNotifications: row.follows_notifications,
    mentionsNotifications: row.mentions_notifications,
    dropsNotifications: account.drops_notifications,
    messagesNotifications: account.messages_notifications,
    namesOnLockScreen: account.names_on_lock_screen,
    mailDigest: account.mail_digest === 'weekly' ? 'weekly' : 'daily',
    blockInappropriate: row.block_inappropriate,
    messagesFrom: MESSAGES_FROM.find((from) => from === account.messages_from) ?? 'nobody',
    readReceipts: account.read_receipts,
    allowAnonymous: row.allow_anonymous,
    allowDownloads: row.allow_downloads,
    showsLikes: account.shows_likes,
    darkMode: row.dark_mode || row.dark_mode_chosen ? row.dark_mode : undefined,
    autoplay: row.autoplay,
  };
}

/** The columns of the profile. */
export function rowFromSettings(settings: Settings) {
  return {
    username: settings.username.trim() || null,
    bio: cleanOptionalText(settings.bio) || null,
    avatar_url: settings.avatarUrl,
    is_private: settings.isPrivate,
    push_notifications: settings.pushNotifications,
    email_notifications: settings.emailNotifications,
    likes_notifications: settings.likesNotifications,
    replies_notifications: settings.repliesNotifications,
    follows_notifications: settings.followsNotifications,
    mentions_notifications: settings.mentionsNotifications,
    block_inappropriate: settings.blockInappropriate,
    allow_anonymous: settings.allowAnonymous,
    allow_downloads: settings.allowDownloads,
    dark_mode: settings.darkMode ?? false,
    dark_mode_chosen: settings.darkMode !== undefined,
    autoplay: settings.autoplay,
  };
}

/** The columns that only the owner of the account reads. */
export function accountFromSettings(settings: Settings) {
  return {
    drops_notifications: settings.dropsNotifications,
    mail_digest: settings.mailDigest,
    shows_likes: settings.showsLikes,
    messages_notifications: settings.messagesNotifications,
    messages_from: settings.messagesFrom,
    read_receipts: settings.readReceipts,
    names_on_lock_screen: settings.namesOnLockScreen,
  };
}
