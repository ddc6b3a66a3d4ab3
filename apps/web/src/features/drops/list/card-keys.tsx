import { useEffect } from 'react';
import { bindToolbarKeys } from '#ui/bind-toolbar-keys.ts';
import { bindCardKeys } from './bind-card-keys.ts';

/** Binds the keys that move the focus between cards, and between the actions of a card. */
export default function CardKeys() {
  useEffect(() => {
    const ends = [bindCardKeys(), bindToolbarKeys()];
    return () => ends.forEach((end) => end());
  }, []);
  return null;
}
