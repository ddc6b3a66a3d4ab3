let format: Intl.DateTimeFormat | undefined;

/** A moment as `November 3, 2026 at 9:41 PM`, in the reader's time zone. */
export function exactMoment(moment: string): string {
  // Created once and when it is needed: that takes longer than rendering a card.
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
  return format.format(new Date(moment));
}
