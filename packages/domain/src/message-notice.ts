/** What is announced of a message. Words are not: lock screens and mailboxes show them to others. */
export interface MessageNotice {
  kind: MessageNoticeKind;
  conversation: string;
  /** The sender's username, if the recipient lets it be shown. */
  actor?: string | null;
}

/** `message_request` and `anonymous_message` wait for acceptance. */
export type MessageNoticeKind = 'message' | 'message_request' | 'anonymous_message';

const BODIES: Readonly<Record<MessageNoticeKind, string>> = {
  message: 'Open Undertone to read it.',
  message_request: 'It is a request. Open Undertone to accept or delete it.',
  anonymous_message: 'It is anonymous. Open Undertone to accept or delete it.',
};

export const isMessageNotice = (notice: { kind: string }): notice is MessageNotice =>
  notice.kind in BODIES;

/** The title of a push message: a new message, with its sender's name if that may be shown. */
export const noticeTitleOf = ({ actor }: MessageNotice): string =>
  actor ? `New message from ${actor}` : 'New message';

/** What stands below the title. */
export const noticeBodyOf = ({ kind }: MessageNotice): string => BODIES[kind];

/** The page of the conversation. */
export const noticePathOf = ({ conversation }: MessageNotice): string =>
  `/messages/${conversation}`;
