import {
  ALREADY_SIGNED_IN,
  OTHER_ACCOUNT,
  OTHER_BROWSER,
} from '#features/session/auth-callback.ts';
import { authMessage } from '#features/session/forms/auth-messages.ts';
import type { CallbackNotice } from '#features/session/auth-callback.ts';

interface CallbackMessage {
  heading: string;
  lead: string;
}

/** Messages for errors of a callback, by the auth service's codes and three codes of the app. */
const problems: Partial<Record<string, CallbackMessage>> = {
  access_denied: {
    heading: 'You turned back',
    lead: 'Signing in was called off. Nothing has happened.',
  },
  bad_oauth_state: {
    heading: 'That took too long',
    lead: 'The way back from there is no longer open. Please try once more.',
  },
  email_exists: {
    heading: 'You have an account already',
    lead: 'Its email address is the one you just came with. Sign in the way you did before.',
  },
  flow_state_expired: {
    heading: 'That took too long',
    lead: 'The way back is no longer open. Please try once more.',
  },
  otp_expired: {
    heading: 'This link has expired',
    lead: 'Links in mails work once, and for an hour. A newer mail makes the older ones useless.',
  },
  provider_email_needs_verification: {
    heading: 'One more confirmation',
    lead: 'Your email address has to be confirmed first. We have sent you a mail for that.',
  },
  signup_disabled: {
    heading: 'No new accounts at the moment',
    lead: 'If you have an account, you can sign in as before.',
  },
  [ALREADY_SIGNED_IN]: {
    heading: 'You are signed in already',
    lead: 'This link is for signing in. Sign out first if you want to use it.',
  },
  [OTHER_ACCOUNT]: {
    heading: 'The address is confirmed',
    lead: 'It belongs to another account than the one you are signed in to here. Nothing changes for this one.',
  },
  [OTHER_BROWSER]: {
    heading: 'Almost there',
    lead: 'This link was asked for in another browser, and can sign you in only there. If it was to confirm your email address, that is done: just sign in.',
  },
};

// Codes with the same meaning.
problems['flow_state_not_found'] = problems['flow_state_expired'];
problems['bad_code_verifier'] = problems[OTHER_BROWSER];

/** The heading and lead to show for a callback's notice. */
export function callbackMessage(notice: CallbackNotice): CallbackMessage {
  if (notice.kind === 'message') return { heading: 'Half way there', lead: notice.message };
  const known = problems[notice.code];
  if (known) return known;
  return {
    heading: 'That did not work',
    lead: authMessage(Object.assign(new Error(notice.message ?? 'Please try once more.'), notice)),
  };
}
