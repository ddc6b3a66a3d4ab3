import type { AuthContext } from '../auth-context.ts';
import { confirmationLink } from './confirmation-link.ts';
import type { Mail } from './mailer.ts';
import type { OneTimeToken } from '../tokens/one-time-tokens.ts';

/** The content of a mail, which is rendered as text and as HTML. */
interface MailContent {
  readonly to: string;
  readonly subject: string;
  readonly intro: string;
  readonly link?: string;
  readonly code?: string;
  readonly closing: string;
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const paragraph = (html: string): string => `<p style="margin:0 0 1em">${html}</p>`;

const render = ({ to, subject, intro, link, code, closing }: MailContent): Mail => {
  const codeLine = link ? 'Or enter this code:' : 'Enter this code:';
  const html = [
    paragraph(escapeHtml(intro)),
    link && paragraph(`<a href="${escapeHtml(link)}">${escapeHtml(subject)}</a>`),
    code && paragraph(`${codeLine} <strong style="letter-spacing:.1em">${code}</strong>`),
    paragraph(escapeHtml(closing)),
  ];
  return {
    to,
    subject,
    text: [intro, link, code && `${codeLine} ${code}`, closing].filter(Boolean).join('\n\n'),
    html: `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif">${html.filter(Boolean).join('')}</body></html>`,
  };
};

const send = ({ mailer }: AuthContext, content: MailContent): void => mailer.send(render(content));

const describeLifetime = ({ oneTimeTokens }: AuthContext): string => {
  const minutes = Math.round(oneTimeTokens.lifetime / 60);
  if (minutes === 60) return 'one hour';
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
};

/** A mail with a link and a code; `type` is GoTrue's name for the purpose of the link. */
interface LinkMail extends Pick<MailContent, 'subject' | 'intro' | 'closing'> {
  readonly type: 'signup' | 'recovery' | 'email_change';
}

const linkMail =
  ({ type, closing, ...content }: LinkMail) =>
  (auth: AuthContext, to: string, { tokenHash, code }: OneTimeToken, redirectTo: string): void => {
    send(auth, {
      ...content,
      to,
      link: confirmationLink(redirectTo, tokenHash, type),
      code,
      closing: `Both work for ${describeLifetime(auth)}. ${closing}`,
    });
  };

/** Mails the link and code that confirm the address of a new account. */
export const mailConfirmation = linkMail({
  type: 'signup',
  subject: 'Confirm your e-mail address',
  intro: 'Follow this link to confirm your e-mail address and finish signing up:',
  closing: 'If you did not sign up, you can ignore this mail.',
});

/** Notifies the owner of an account of a sign-up with its address. */
export function mailExistingAccount(auth: AuthContext, to: string): void {
  send(auth, {
    to,
    subject: 'You already have an account',
    intro:
      'Someone, probably you, tried to sign up with this e-mail address. There is an account already:',
    link: auth.redirects.choose(),
    closing: 'If it was not you, you can ignore this mail. Nothing has changed.',
  });
}

/** Mails the link and code with which an owner signs in without a password. */
export const mailRecovery = linkMail({
  type: 'recovery',
  subject: 'Choose a new password',
  intro:
    'Someone, probably you, has forgotten the password of this account. Follow this link to sign in and choose a new one:',
  closing: 'If it was not you, you can ignore this mail: your password stays as it is.',
});

/** Mails the link and code that confirm, at the current address, a change to the new one. */
export const mailEmailChange = (newEmail: string) =>
  linkMail({
    type: 'email_change',
    subject: 'Agree to your new e-mail address',
    intro: `Your account is to get a new e-mail address: ${newEmail}. Follow this link if you agree:`,
    closing:
      'The new address has to be confirmed as well. If you did not ask for this, do not follow the link, and change your password: someone else is signed in to your account.',
  });

/** Mails the link and code that confirm a change at the new address. */
export const mailNewEmail = linkMail({
  type: 'email_change',
  subject: 'Confirm your new e-mail address',
  intro: 'Follow this link to make this the e-mail address of your account:',
  closing: 'If you have no account here, you can ignore this mail.',
});

/** Mails the code that a change of password requires. */
export function mailReauthentication(auth: AuthContext, to: string, { code }: OneTimeToken): void {
  send(auth, {
    to,
    subject: 'Your code to change your password',
    intro: 'You want to change your password. To show that it is you:',
    code,
    closing: `It works for ${describeLifetime(auth)}. If it was not you, tell nobody this code, and sign out everywhere: someone else is signed in to your account.`,
  });
}
