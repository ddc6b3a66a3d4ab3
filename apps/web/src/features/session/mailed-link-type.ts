/** The types of the links that mails have, by the auth service's names. */
const types = ['signup', 'recovery', 'email_change', 'invite', 'magiclink', 'email'] as const;

export type MailedLinkType = (typeof types)[number];

export const isMailedLinkType = (type: string | undefined): type is MailedLinkType =>
  types.some((each) => each === type);

/** The types of the links that call a procedure with their token, by its name. */
const permissions = ['confirm_mail', 'stop_mail', 'keep_factor'] as const;

export type MailPermissionType = (typeof permissions)[number];

export const isMailPermissionType = (type: string | undefined): type is MailPermissionType =>
  permissions.some((each) => each === type);
