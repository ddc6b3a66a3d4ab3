/** What staff did, in words, by the act in the log. Every call of `private.log_act` has its line here. */
const actNames: Readonly<Record<string, string>> = {
  'add-staff': 'Added to the staff',
  'change-role': 'Changed the role',
  'remove-staff': 'Removed from the staff',
  'open-case': 'Opened a case',
  'open-messages': 'Opened the messages',
  'show-sender': 'Showed the anonymous sender',
  'hide-hashtag': 'Hid the hashtag',
  'show-hashtag': 'Showed the hashtag again',
  'decide-none': 'Found nothing wrong',
  'decide-label': 'Labelled as sensitive',
  'decide-limit': 'Limited',
  'decide-remove': 'Removed',
  'decide-warn': 'Warned',
  'decide-suspend': 'Suspended',
  'decide-ban': 'Banned',
  'decide-restore': 'Restored',
  'decide-remove-factor': 'Removed the second factor',
  answer: 'Answered',
  'change-settings': 'Changed the settings',
  invite: 'Made an invitation',
  'withdraw-invitation': 'Ended an invitation',
};

/** The words for an act. Those of its key for one that is not listed; what is taken back is a decision. */
export function actName(act: string): string {
  const undone = act.replace(/^undo-/, 'decide-');
  if (undone !== act) return `Took back: ${actName(undone)}`;
  const words = act.replaceAll('-', ' ');
  return actNames[act] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const subjectNames: Readonly<Record<string, string>> = {
  drop: 'voice drop',
  comment: 'comment',
  message: 'message',
  contact: 'message from the contact form',
  appeal: 'appeal',
  hold: 'held voice drop',
  'lost-factor': 'lost second factor',
};

/** What an act is about, in words; undefined if the act or the person says it. */
export const subjectName = (kind: string | undefined, id: string | undefined): string | undefined =>
  kind === 'hashtag' ? `#${id}` : subjectNames[kind ?? ''];
