/**
 * The text part of a mail, from its HTML; each link is followed by its address. The library is loaded with the
 * first mail, since it takes a tenth of a second of the start.
 */
export async function toPlainText(html: string): Promise<string> {
  const { convert } = await import('html-to-text');
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
      { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 2 } },
      { selector: 'h2', options: { uppercase: false, leadingLineBreaks: 2 } },
      { selector: 'img', format: 'skip' },
    ],
  });
}
