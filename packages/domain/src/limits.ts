/**
 * Limits that several parts share. The database enforces all of them (`supabase/migrations`), and
 * `tests/database/limits.test.ts` compares the two. The web app applies those on input in addition, and
 * the public pages print them.
 */

/** The longest recording, in seconds. */
export const RECORDING_MAX_SECONDS = 60;

/** Shortest and longest voice drop that the policy and the database accept, in seconds. */
export const VOICE_DROP_MIN_SECONDS = 0.3;
export const VOICE_DROP_MAX_SECONDS = 300;

/** Longest clip of a reply or a message that the database accepts, in seconds: slow filters lengthen a recording. */
export const CLIP_MAX_SECONDS = 71;

/** Sample rate of recorded and masked audio, in Hz. A WAV clip is mono with 16 bits. */
export const AUDIO_SAMPLE_RATE = 44_100;

/** Size limit of the bucket: `VOICE_DROP_MAX_SECONDS` of WAV is 26.46 MB; of MP3 it is a tenth. */
export const VOICE_DROP_MAX_BYTES = 26 * 1024 * 1024;

/** The maximum of unused clips and avatars of one account, and of their bytes, including pending uploads. */
export const UNUSED_UPLOADS_MAX = 50;
export const UNUSED_UPLOADS_MAX_BYTES = 100 * 1024 * 1024;

/** The maximum of bytes that an account uploads in 24 hours, including unused and pending uploads. */
export const DAILY_UPLOADS_MAX_BYTES = 1024 * 1024 * 1024;

/** Size limit of the clip of a message: `CLIP_MAX_SECONDS` of WAV is 6.26 MB. */
export const MESSAGE_CLIP_MAX_BYTES = 6 * 1024 * 1024;

/** The maximum of bytes of clips that an account uploads for messages in 24 hours. */
export const DAILY_MESSAGE_CLIPS_MAX_BYTES = 256 * 1024 * 1024;

/** How many clips of messages one request may sign: those of two pages of a conversation. */
export const SIGNED_MESSAGE_CLIPS_MAX = 100;

/** Characters of a drop's description, which is its title, as people count them (`text.ts`). */
export const DESCRIPTION_MAX_LENGTH = 50;

/**
 * Code points that the database accepts for each character of a text, since a character that people count as one may
 * have many: a family emoji has seven.
 */
export const CODE_POINTS_PER_CHARACTER = 8;

export const HASHTAGS_MAX = 5;
/** Code points of a hashtag without its #. */
export const HASHTAG_MAX_CODE_POINTS = 200;

export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 30;

export const BIO_MAX_LENGTH = 160;

/** The minimum length of a new password. */
export const PASSWORD_MIN_LENGTH = 8;

export const COMMENT_MAX_LENGTH = 500;
/** Characters of a message, as people count them (`text.ts`). */
export const MESSAGE_MAX_LENGTH = 2000;
export const REPORT_DESCRIPTION_MAX_LENGTH = 500;
/** Characters of the reason that staff give for an act. */
export const STAFF_REASON_MAX_LENGTH = 500;

/** Established accounts whose reports hide a drop from those who block inappropriate content. */
export const REPORTS_TO_HIDE = 3;

/** The time in which a listener's plays of the same drop count once. */
export const PLAY_INTERVAL_SECONDS = 60;

/** Plays of one drop by signed-out listeners that count within `PLAY_INTERVAL_SECONDS`. */
export const VISITOR_PLAYS_MAX = 60;

/** The number of mentioned people that one comment notifies. */
export const MENTIONS_MAX = 10;

/** How often an account may change its username within 30 days. */
export const RENAMES_MAX = 3;

/**
 * The acts of one account within the given times, each of which begins with its first act. Undone acts
 * count as well. The numbers are several times what a person does.
 */
export const ACT_LIMITS = {
  drop: { '1 hour': 30, '1 day': 100 },
  edit: { '1 minute': 30, '1 hour': 200 },
  profile: { '1 minute': 20, '1 hour': 100 },
  comment: { '1 minute': 20, '1 hour': 200 },
  mention: { '1 minute': 100, '1 hour': 100 },
  like: { '1 minute': 60, '1 hour': 300 },
  'comment like': { '1 minute': 60, '1 hour': 300 },
  bookmark: { '1 minute': 60, '1 hour': 300 },
  follow: { '1 minute': 30, '1 hour': 100 },
  decline: { '1 minute': 60, '1 hour': 1000 },
  alert: { '1 minute': 30, '1 hour': 100 },
  block: { '1 minute': 30, '1 hour': 100 },
  mute: { '1 minute': 30, '1 hour': 100 },
  news: { '1 minute': 60, '1 hour': 400 },
  'count news': { '1 minute': 120, '1 hour': 1200 },
  read: { '1 minute': 1000, '1 hour': 5000 },
  message: { '1 minute': 60, '1 hour': 1000 },
  /** First messages to people who do not follow the account. One that is not established counts as four. */
  stranger: { '1 hour': 20, '1 day': 20 },
  /** First messages of anonymous conversations. */
  'anonymous message': { '1 hour': 5, '1 day': 5 },
  /** Opening, reading, accepting and deleting conversations and messages. */
  conversation: { '1 minute': 120, '1 hour': 2000 },
  /** Beyond it nothing is sent, without an error. */
  typing: { '3 seconds': 1, '1 hour': 1200 },
  'message clip': { '1 minute': 20, '1 hour': 200 },
  mask: { '1 minute': 30, '1 hour': 200 },
  push: { '1 minute': 20, '1 hour': 100 },
  'push test': { '1 minute': 5, '1 hour': 20 },
  mail: { '1 minute': 5, '1 hour': 20 },
  export: { '1 hour': 5, '1 day': 10 },
  report: { '1 hour': 20, '1 day': 50 },
  /** Messages by the contact form, from a network and from a mail address. */
  contact: { '1 hour': 5, '1 day': 10 },
  /** Wrong codes of invitations, from a network. */
  invitation: { '1 hour': 20, '1 day': 50 },
} as const;

/** The number of stored notifications of one account, and their age in days. Older ones are deleted when new ones are written. */
export const NOTIFICATIONS_KEPT_MAX = 500;
export const NOTIFICATIONS_KEPT_DAYS = 90;

/** Months for which a case, its decision, and its evidence (words and clips) are kept after it was closed. */
export const EVIDENCE_KEPT_MONTHS = 6;

/** Days for which a removed voice drop or comment can be restored. */
export const REMOVED_KEPT_DAYS = 30;

/** Months in which a person can appeal against a decision. */
export const APPEAL_MONTHS = 6;

/** Characters of an appeal, and of what a decision says to the person. */
export const DECISION_WORDS_MAX_LENGTH = 500;

/** How long a voice drop may be held before the desk shows that it waits for too long. */
export const HOLD_MAX_HOURS = 72;

/** Mails about decisions to one address in a day, by whether its owner has confirmed that it is theirs. */
export const DECISION_MAILS_MAX = { unconfirmed: 5, confirmed: 20 };

/** The number of devices of one account that receive push messages; another replaces the one renewed least recently. */
export const PUSH_DEVICES_MAX = 10;

/** The number of push messages to one device within an hour. The list of notifications has the others. */
export const PUSH_HOURLY_MAX = 30;

/** The number of mails within a day that ask the owner of an address to confirm it, for all accounts. */
export const MAIL_CONFIRMATIONS_MAX = 3;

/** The number of mails within a day about sign-ins to an address that is not confirmed, and to one that is. */
export const MAIL_SIGN_INS_MAX = { unconfirmed: 3, confirmed: 20 } as const;

/** The number of recovery codes of an account, and of tries within an hour. */
export const RECOVERY_CODES = 10;
export const RECOVERY_TRIES_MAX = 5;

/** How long ago the password may have been given where the second factor is lost, minutes. */
export const RECOVERY_PASSWORD_MINUTES = 5;

/** How long after the request staff may remove a lost second factor, hours, and the number of requests within a day. */
export const FACTOR_REQUEST_HOURS = 72;
export const FACTOR_REQUESTS_MAX = 2;

/** The number of drops or people on one page of a list. */
export const LIST_PAGE_SIZE = 20;
