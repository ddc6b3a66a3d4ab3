import { ADDRESS } from '@undertone/domain/address';
import { parseUrl } from '#lib/parse-url.ts';

/** An address, or a domain that begins with www. */
const LINK = new RegExp(`${ADDRESS}|(?<![A-Za-z0-9@.])www\\.[^\\s<>"]+`, 'giu');

/** Punctuation that ends a sentence or a bracket around an address, and belongs to neither. */
const END = /[.,;:!?'’”»*_~]+$/u;

/** A part of a text; `href` is set if the part is a link. */
export interface TextPart {
  /** Index of its first character. */
  start: number;
  text: string;
  href?: string;
}

/** Splits a text into addresses of the web, and the text between them. Nothing is fetched from them. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    const address = withoutEnd(match[0]);
    const href = hrefOf(address);
    if (href === undefined) continue;
    const start = match.index;
    if (start > end) parts.push({ start: end, text: text.slice(end, start) });
    end = start + address.length;
    parts.push({ start, text: address, href });
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end) });
  return parts;
}

/** An address without the punctuation after it, and without a bracket that was opened before it. */
function withoutEnd(address: string): string {
  const shorter = address.replace(END, '');
  const isBracketOpen = shorter.endsWith(')') && !shorter.includes('(');
  const next = isBracketOpen ? shorter.slice(0, -1) : shorter;
  return next === address ? address : withoutEnd(next);
}

function hrefOf(address: string): string | undefined {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
  const url = parseUrl(hasScheme ? address : `https://${address}`);
  // A name before the domain would make it look like another one.
  if (!url || url.username !== '' || url.password !== '') return undefined;
  return ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}
