import { splitLinks } from './split-links.ts';

/** A text whose addresses are links. The other site learns neither who follows one nor from where. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map(({ start, text: part, href }) =>
    href === undefined ? (
      part
    ) : (
      <a
        key={start}
        href={href}
        target="_blank"
        rel="noreferrer noopener nofollow"
        className="link wrap-anywhere"
      >
        {part}
      </a>
    ),
  );
}
