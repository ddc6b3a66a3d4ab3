/** A moment's day of UTC in words: `20 November 2026`. */
export const dayInWords = (moment: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));

/** The last day of what ends when that day has ended. */
export const lastDayInWords = (until: string): string =>
  dayInWords(new Date(Date.parse(until) - 1).toISOString());
