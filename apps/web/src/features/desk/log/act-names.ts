/** What staff did, in words, by the act in the log. Every call of `private.log_act` has its line here. */
const actNames: Readonly<Record<string, string>> = {
  'add-staff': 'Added to the staff',
  'change-role': 'Changed the role',
  'remove-staff': 'Removed from the staff',
};

/** The words for an act; those of its key for one that is not listed. */
export const actName = (act: string): string => {
  const words = act.replaceAll('-', ' ');
  return actNames[act] ?? words.charAt(0).toUpperCase() + words.slice(1);
};
