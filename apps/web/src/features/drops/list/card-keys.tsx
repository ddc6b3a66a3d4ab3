import { useEffect } from 'react';
import { bindToolbarKeys } from '#ui/bind-toolbar-keys.ts';
import { bindCardKeys } from './bind-card-keys.ts';

/** Lets keys go from card to card, and from one of a card's actions to another. Fetched when the page is idle. */
export default function CardKeys() {
  useEffect(() => {
    const ends = [bindCardKeys(), bindToolbarKeys()];
    return () => ends.forEach((end) => end());
  }, []);
  return null;
}
