import { useEffect } from 'react';
import { areLetterKeysOn, isShortcut } from '#features/player/letter-keys.ts';
import { bindToolbarKeys } from '#ui/bind-toolbar-keys.ts';

/** The height of the top bar, under which cards scroll, in CSS pixels. */
const TOP_BAR = 64;

/** Binds the keys that move the focus between cards, and between the actions of a card. */
export default function CardKeys() {
  useEffect(() => {
    const ends = [bindCardKeys(), bindToolbarKeys()];
    return () => ends.forEach((end) => end());
  }, []);
  return null;
}

/**
 * Moves the focus between the cards of a feed: j and Page Down to the next one, k and Page Up to the one
 * before. The letters act wherever the focus is but in the player, whose own they are there, and can be
 * switched off with the others; Page Down and Page Up only with the focus on a card, as in the feeds of
 * the ARIA Authoring Practices. Without the focus on a card, the first one on the screen gets it.
 *
 * @returns a function that unbinds the keys
 */
export function bindCardKeys(page: Document = document): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event);
    if (step === 0 || !isShortcut(event, page)) return;
    const cards = [...page.querySelectorAll<HTMLElement>('[role=feed] article')];
    if (cards.length === 0) return;
    // Also at both ends of the feed, so that the player does not handle the letter.
    event.preventDefault();
    const current = cards.findIndex((card) => card.contains(page.activeElement));
    const next = current === -1 ? cards.findIndex(isInSight) : current + step;
    const card = cards[next];
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  // In the capturing phase, before the player's keys.
  page.addEventListener('keydown', onKeyDown, { capture: true });
  return () => page.removeEventListener('keydown', onKeyDown, { capture: true });
}

/** By how many cards a key moves; 0 for any other key. */
function stepOf({ key, target, shiftKey }: KeyboardEvent): number {
  if (shiftKey || !(target instanceof Element)) return 0;
  if (key === 'j' || key === 'k') {
    const isFree = areLetterKeysOn() && !target.closest('#player');
    return isFree ? (key === 'j' ? 1 : -1) : 0;
  }
  // A slider has these keys itself.
  if (!target.matches('[role=feed] article, [role=feed] article :not(input)')) return 0;
  return key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0;
}

/** Whether at least the lower half of a card has not been scrolled away. */
function isInSight(card: Element): boolean {
  const { top, height } = card.getBoundingClientRect();
  return top + height / 2 > TOP_BAR;
}
