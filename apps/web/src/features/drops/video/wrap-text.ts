/**
 * Breaks a text into lines that fit a width, between words, and within a word that is longer than a line. A text
 * that needs more lines ends with an ellipsis.
 *
 * @param widthOf measures a text, in the unit of `width`
 */
export function wrapText(
  text: string,
  width: number,
  maxLines: number,
  widthOf: (text: string) => number,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text, width, widthOf)) {
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  if (line.trimEnd() !== '') lines.push(line.trimEnd());
  if (lines.length <= maxLines) return lines;
  const shown = lines.slice(0, maxLines);
  return [...shown.slice(0, -1), withEllipsis(shown.at(-1) ?? '', width, widthOf)];
}

/** The words with the spaces behind them; a word that is longer than a line in single characters. */
function pieces(text: string, width: number, widthOf: (text: string) => number): string[] {
  const words = text.trim().match(/\S+\s*/gu) ?? [];
  return words.flatMap((word) => (widthOf(word.trimEnd()) > width ? graphemes(word) : [word]));
}

function withEllipsis(line: string, width: number, widthOf: (text: string) => number): string {
  const kept = graphemes(line);
  while (kept.length > 0 && widthOf(`${kept.join('')}…`) > width) kept.pop();
  return `${kept.join('').trimEnd()}…`;
}

/** The characters as a reader sees them: an emoji of several code points is one. */
const graphemes = (text: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : Array.from(text);
