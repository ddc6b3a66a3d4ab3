import { withoutDirectionMarks } from '../../../packages/domain/src/drop-page-title.ts';
import { escapeMarkup } from '../_shared/escape-markup.ts';

/** What XML 1.0 has no form for, section 2.2. */
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A character that is more than a space, a control, a joiner or a filler. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Puts a text into XML, between tags or within double quotes. */
export const xmlText = (text: string): string => escapeMarkup(text.replaceAll(UNWRITABLE, ''));

/** A user's text as a feed can have it; null where nothing of it would be seen. */
export function readableText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = withoutDirectionMarks(value).replaceAll(UNWRITABLE, '').trim();
  return VISIBLE.test(text) ? text : null;
}

/**
 * Keeps a plain text plain where it is read as HTML, as most apps read descriptions. Others show what
 * they get, so that signs which begin neither a tag nor a character reference stay as they are.
 */
export const plainInHtml = (text: string): string =>
  text.replaceAll(/&(?=[#a-z])/gi, '&amp;').replaceAll(/<(?=[a-z/!?])/gi, '&lt;');
