import type { ReactNode } from 'react';

/**
 * A function for `MarkText` that marks each occurrence of the words, regardless of case. What is
 * marked is no announcement of its own: screen readers read the text as if it were plain.
 */
export function markerOf(words: string): (text: string) => ReactNode {
  const sought = words.replace(/^[@#](?=.)/, '').toLowerCase();
  if (sought === '') return (text) => text;
  return (text) => {
    const lower = text.toLowerCase();
    // In a few languages the lower case is longer, so that places in it are others.
    if (lower.length !== text.length || !lower.includes(sought)) return text;
    const parts: ReactNode[] = [];
    let end = 0;
    for (let at = lower.indexOf(sought); at !== -1; at = lower.indexOf(sought, end)) {
      parts.push(
        text.slice(end, at),
        <mark
          key={at}
          role="presentation"
          className="rounded-[0.2em] bg-line text-inherit underline decoration-line-strong decoration-2 underline-offset-[0.2em]"
        >
          {text.slice(at, at + sought.length)}
        </mark>,
      );
      end = at + sought.length;
    }
    return [...parts, text.slice(end)];
  };
}
