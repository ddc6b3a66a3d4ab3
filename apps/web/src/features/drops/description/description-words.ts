/* The specification's words with their numbers in them; a test holds those against the limits. */

export const charactersUsed = (count: number): string => `${count}/50 characters`;

export const hashtagsDetected = (count: number): string => `${count}/5 hashtags detected`;
