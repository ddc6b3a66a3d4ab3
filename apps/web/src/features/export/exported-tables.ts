/** What a copy of a person's data has of one table of the API: the rows of one file. */
export interface ExportedTable {
  readonly table: string;
  /** The name of the file, without extension. */
  readonly file: string;
  /** What the file has, as a noun phrase: shown in the copy and while it is made. */
  readonly about: string;
  readonly columns: readonly string[];
  /**
   * Computed columns and the names of others. A name is null also where the account has none, so that it does not say
   * whether its owner has blocked the person.
   */
  readonly further?: readonly string[];
  /**
   * The column by which rows are the person's. `voice_drop_id`: those of the person's drops, which are read for some
   * drops at a time, since no index finds them by the drops' owner.
   */
  readonly owner: string;
  /** Conditions on further columns, in PostgREST's words. */
  readonly only?: (userId: string) => readonly [column: string, operator: string, value: string];
  /** The column by which rows are in order: unique among those of the person. */
  readonly key: string;
}

/** The title of a drop and its author's name, where the person may still see it. */
const titledDrop =
  'voice_drop:voice_drops(title,author:profiles!voice_drops_user_id_fkey(username))';

const nameOf = (alias: string, reference: string) =>
  `${alias}_username:profiles!${reference}(username)`;

/** Tables with the columns that a copy has. Messages follow in `conversation-files.ts`. */
export const exportedTables: readonly ExportedTable[] = [
  {
    table: 'profiles',
    file: 'profile',
    about: 'Your profile, with the settings that belong to it',
    columns: [
      'id',
      'user_id',
      'username',
      'bio',
      'avatar_path',
      'is_private',
      'is_banned',
      'push_notifications',
      'email_notifications',
      'likes_notifications',
      'replies_notifications',
      'follows_notifications',
      'mentions_notifications',
      'block_inappropriate',
      'allow_anonymous',
      'allow_downloads',
      'dark_mode',
      'dark_mode_chosen',
      'autoplay',
      'leads_old_links',
      'created_at',
      'updated_at',
    ],
    owner: 'user_id',
    key: 'user_id',
  },
  {
    table: 'account_settings',
    file: 'settings',
    about: 'Your other settings',
    columns: [
      'user_id',
      'drops_notifications',
      'voice_notices',
      'first_steps',
      'shows_likes',
      'mail_digest',
      'messages_notifications',
      'messages_from',
      'read_receipts',
      'names_on_lock_screen',
    ],
    owner: 'user_id',
    key: 'user_id',
  },
  {
    table: 'profile_counts',
    file: 'counts',
    about: 'The numbers on your profile',
    columns: ['user_id', 'drop_count', 'follower_count', 'following_count', 'like_count'],
    owner: 'user_id',
    key: 'user_id',
  },
  {
    table: 'voice_drops',
    file: 'voice-drops',
    about: 'Your voice drops, each with the name of its clip',
    columns: [
      'id',
      'user_id',
      'title',
      'audio_path',
      'duration',
      'filter_used',
      'hashtags',
      'privacy_level',
      'allows_voice_replies',
      'is_sensitive',
      'is_limited',
      'moderation',
      'is_flagged',
      'created_at',
      'edited_at',
    ],
    further: ['play_count', 'like_count', 'comment_count'],
    owner: 'user_id',
    key: 'id',
  },
  {
    table: 'earlier_words',
    file: 'earlier-words',
    about: 'Titles and hashtags of your voice drops before you changed them, of the last 90 days',
    columns: ['id', 'voice_drop_id', 'title', 'hashtags', 'replaced_at'],
    owner: 'voice_drop_id',
    key: 'id',
  },
  {
    table: 'voice_drop_comments',
    file: 'comments',
    about: 'Your comments and replies, with the names of their clips',
    columns: [
      'id',
      'user_id',
      'voice_drop_id',
      'parent_comment_id',
      'content',
      'audio_path',
      'duration',
      'filter_used',
      'like_count',
      'moderation',
      'created_at',
    ],
    further: [titledDrop],
    owner: 'user_id',
    key: 'id',
  },
  {
    table: 'voice_drop_comments',
    file: 'comments-on-your-drops',
    about: 'What others wrote below your voice drops. Their clips are theirs, and are not in here',
    columns: [
      'id',
      'user_id',
      'voice_drop_id',
      'parent_comment_id',
      'content',
      'duration',
      'filter_used',
      'like_count',
      'created_at',
    ],
    further: [nameOf('author', 'voice_drop_comments_user_id_fkey')],
    owner: 'voice_drop_id',
    only: (userId) => ['user_id', 'neq', userId],
    key: 'id',
  },
  {
    table: 'voice_drop_likes',
    file: 'likes',
    about: 'The voice drops that you like',
    columns: ['id', 'user_id', 'voice_drop_id', 'created_at'],
    further: [titledDrop],
    owner: 'user_id',
    key: 'id',
  },
  {
    table: 'voice_drop_comment_likes',
    file: 'comment-likes',
    about: 'The comments that you like',
    columns: ['id', 'user_id', 'comment_id', 'created_at'],
    owner: 'user_id',
    key: 'id',
  },
  {
    table: 'bookmarks',
    file: 'bookmarks',
    about: 'Your bookmarks',
    columns: ['id', 'user_id', 'voice_drop_id', 'created_at'],
    further: [titledDrop],
    owner: 'user_id',
    key: 'id',
  },
  {
    table: 'follows',
    file: 'following',
    about: 'The people you follow',
    columns: ['id', 'follower_id', 'following_id', 'created_at'],
    further: [nameOf('following', 'follows_following_id_fkey')],
    owner: 'follower_id',
    key: 'id',
  },
  {
    table: 'follows',
    file: 'followers',
    about: 'Who follows you',
    columns: ['id', 'follower_id', 'following_id', 'created_at'],
    further: [nameOf('follower', 'follows_follower_id_fkey')],
    owner: 'following_id',
    key: 'id',
  },
  {
    table: 'follow_requests',
    file: 'follow-requests-sent',
    about: 'Your requests to follow private accounts',
    columns: ['id', 'requester_id', 'account_id', 'created_at'],
    further: [nameOf('account', 'follow_requests_account_id_fkey')],
    owner: 'requester_id',
    key: 'id',
  },
  {
    table: 'follow_requests',
    file: 'follow-requests-received',
    about: 'Requests to follow you',
    columns: ['id', 'requester_id', 'account_id', 'created_at'],
    further: [nameOf('requester', 'follow_requests_requester_id_fkey')],
    owner: 'account_id',
    key: 'id',
  },
  {
    table: 'follow_declines',
    file: 'follow-declines',
    about: 'Requests to follow you that you declined',
    columns: ['id', 'account_id', 'requester_id', 'created_at'],
    further: [nameOf('requester', 'follow_declines_requester_id_fkey')],
    owner: 'account_id',
    key: 'id',
  },
  {
    table: 'drop_alerts',
    file: 'bells',
    about: 'The people whose new voice drops you are notified of',
    columns: ['follower_id', 'following_id'],
    owner: 'follower_id',
    key: 'following_id',
  },
  {
    table: 'followed_hashtags',
    file: 'followed-hashtags',
    about: 'Hashtags that you follow',
    columns: ['user_id', 'tag', 'created_at'],
    owner: 'user_id',
    key: 'tag',
  },
  {
    table: 'blocks',
    file: 'blocks',
    about: 'The people you have blocked',
    columns: ['id', 'blocker_id', 'blocked_id', 'created_at'],
    further: [nameOf('blocked', 'blocks_blocked_id_fkey')],
    owner: 'blocker_id',
    key: 'id',
  },
  {
    table: 'mutes',
    file: 'mutes',
    about: 'People, hashtags and words that you have muted',
    columns: ['id', 'user_id', 'kind', 'subject', 'person_id', 'until', 'created_at'],
    further: [nameOf('person', 'mutes_person_id_fkey')],
    owner: 'user_id',
    key: 'id',
  },
  {
    table: 'reports',
    file: 'reports',
    about: 'Your reports',
    columns: [
      'id',
      'reporter_id',
      'reported_user_id',
      'reported_voice_drop_id',
      'reported_comment_id',
      'reported_message_id',
      'reason',
      'description',
      'created_at',
    ],
    owner: 'reporter_id',
    key: 'id',
  },
  {
    table: 'decisions',
    file: 'decisions',
    about: 'Decisions about you and what you posted, with your appeals and the answers',
    columns: [
      'id',
      'person_id',
      'subject_kind',
      'subject_id',
      'measure',
      'rule',
      'words',
      'basis',
      'until',
      'decided_on',
      'ended_on',
      'appealable_until',
      'excerpt',
    ],
    further: ['appeal:appeals(words,created_on,outcome,answer,answered_on,later_decision_id)'],
    owner: 'person_id',
    key: 'id',
  },
  {
    table: 'notifications',
    file: 'notifications',
    about: 'Your notifications of the last 90 days',
    columns: [
      'id',
      'recipient_id',
      'actor_id',
      'type',
      'content',
      'reference_id',
      'comment_id',
      'decision_id',
      'read',
      'created_at',
    ],
    further: [nameOf('actor', 'notifications_actor_id_fkey')],
    owner: 'recipient_id',
    key: 'id',
  },
  {
    table: 'push_subscriptions',
    file: 'push-devices',
    about: 'Devices that receive push messages',
    columns: ['id', 'user_id', 'session_id', 'user_agent', 'renewed_at', 'created_at'],
    owner: 'user_id',
    key: 'id',
  },
];

/** The person's sides of conversations. */
export const exportedConversations: ExportedTable = {
  table: 'conversation_participants',
  file: 'conversations',
  about: 'Your conversations',
  columns: [
    'conversation_id',
    'user_id',
    'place',
    'is_accepted',
    'is_archived',
    'is_muted',
    'read_position',
    'deleted_position',
    'unread_count',
    'sent_count',
    'latest_at',
  ],
  further: ['state', 'person', 'conversation:conversations(is_anonymous)'],
  owner: 'user_id',
  key: 'conversation_id',
};

/** The messages of a conversation that were delivered, in their order. */
export const exportedMessages: ExportedTable = {
  table: 'messages',
  file: 'messages',
  about: 'The messages of your conversations, with the names of their clips',
  columns: [
    'id',
    'conversation_id',
    'position',
    'place',
    'content',
    'duration',
    'filter_used',
    'sent_at',
    'deleted_at',
  ],
  owner: 'conversation_id',
  only: () => ['position', 'not.is', 'null'],
  key: 'position',
};

/** Those that wait for their delivery, which have no position. */
export const waitingMessages: ExportedTable = {
  ...exportedMessages,
  only: () => ['position', 'is', 'null'],
  key: 'id',
};
