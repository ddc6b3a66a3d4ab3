/**
 * Unicode's `Bidi_Control`: invisible characters that change the direction of the text around them,
 * some of them of all text that follows.
 */
const MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Removes direction marks, so that a text does not change the direction of text around it. */
export const withoutDirectionMarks = (text: string): string => text.replaceAll(MARKS, '');
