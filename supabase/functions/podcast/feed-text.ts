import { withoutDirectionMarks } from '../../../packages/domain/src/drop-page-title.ts';
import { hasContent } from '../../../packages/domain/src/text.ts';
import { escapeMarkup } from '../../../packages/domain/src/escape-markup.ts';

/** Characters that XML 1.0 does not allow, section 2.2. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes a text for XML, between tags or within double quotes. */
export const xmlText = (text: string): string => escapeMarkup(text.replaceAll(FORBIDDEN, ''));

/** Removes the characters that a feed cannot have from a user's text; null if the rest is invisible. */
export function readableText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = withoutDirectionMarks(value).replaceAll(FORBIDDEN, '').trim();
  return hasContent(text) ? text : null;
}

/**
 * Escapes a plain text so that apps which read it as HTML show it unchanged. Other apps show it as it
 * is, so only an `&` or `<` that begins a character reference or a tag is escaped.
 */
export const plainInHtml = (text: string): string =>
  text.replaceAll(/&(?=[#a-z])/gi, '&amp;').replaceAll(/<(?=[a-z/!?])/gi, '&lt;');
