import { useEffect, useState } from 'react';

/** How long a message stands before it is read out, in milliseconds: what loads faster needs no words. */
const DELAY = 1000;

/**
 * The live region for messages that come together with their element, as those of placeholders do: screen
 * readers read only what is added to a region that is there already. It repeats the text of each element
 * with `data-announced`, while that is in the document. The page has one.
 */
export default function Announcements() {
  const [text, setText] = useState('');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const texts = [...document.querySelectorAll('[data-announced]')].map(
        (element) => element.textContent,
      );
      setText([...new Set(texts)].join(', '));
    };
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(look, DELAY);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return <output className="sr-only">{text}</output>;
}
