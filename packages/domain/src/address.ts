/**
 * An address in a text, in which neither mentions nor hashtags are read: with a scheme, or a domain with a
 * path. Spaces, angle brackets and quotes end it, and the punctuation of East Asian text. The source of a
 * regular expression for JavaScript and PostgreSQL.
 */
export const ADDRESS = String.raw`(?<![A-Za-z0-9])(?:[A-Za-z][A-Za-z0-9+.-]*://|(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/)[^\u0001-\u0020<>"\u0080-\u00A0\u2000-\u206F\u3000-\u3011\uFF01-\uFF1F]*`;
