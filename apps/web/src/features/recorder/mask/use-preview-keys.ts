import type { VoiceFilterId } from '@undertone/domain/voice-filter';
import { useState, type KeyboardEvent } from 'react';

/**
 * Makes the buttons that preview filters one stop of the Tab key: that of the chosen filter, or the one that
 * had the focus last. Arrow keys, Home and End go from one to another, and choose nothing.
 *
 * @returns a function from a filter to the properties of its button, which are all in one list
 */
export function usePreviewKeys(chosen: VoiceFilterId) {
  const [last, setLast] = useState<{ id: VoiceFilterId; chosen: VoiceFilterId } | null>(null);
  // Another choice is where the person is now.
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
