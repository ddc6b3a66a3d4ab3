/** The types of the links that mails have, by the auth service's names. */
const types = ['signup', 'recovery', 'email_change', 'invite', 'magiclink', 'email'] as const;

export type MailedLinkType = (typeof types)[number];

export const isMailedLinkType = (type: string | undefined): type is MailedLinkType =>
  types.some((each) => each === type);
