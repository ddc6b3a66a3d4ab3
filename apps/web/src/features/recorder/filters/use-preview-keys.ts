import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { useState, type KeyboardEvent } from 'react';

/**
 * Makes the preview buttons a single tab stop: the button of the chosen filter, or the one that last had
 * the focus. Arrow keys, Home and End move the focus between them, and choose nothing.
 *
 * @returns a function from a filter to the properties of its button; all buttons are in one list
 */
export function usePreviewKeys(chosen: VoiceFilterId) {
  const [last, setLast] = useState<{ id: VoiceFilterId; chosen: VoiceFilterId } | null>(null);
  // A new choice overrides the last focus.
  const stop = last?.chosen === chosen ? last.id : chosen;
  return (id: VoiceFilterId) => ({
    tabIndex: id === stop ? 0 : -1,
    'data-preview': id,
    onFocus: () => setLast({ id, chosen }),
    onKeyDown: moveFocus,
  });
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const list = event.currentTarget.closest('ul');
  const buttons = [...(list?.querySelectorAll<HTMLElement>('[data-preview]') ?? [])];
  const next = nextIndex(event.key, buttons.indexOf(event.currentTarget), buttons.length);
  if (next === undefined) return;
  event.preventDefault();
  buttons[next]?.focus();
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
