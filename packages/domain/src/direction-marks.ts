/**
 * Unicode's `Bidi_Control`: signs that change the direction of the text around them, some of them of
 * all that follows, and show nothing themselves.
 */
const MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A text that leaves the direction of whatever it is put into alone. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(MARKS, '');
