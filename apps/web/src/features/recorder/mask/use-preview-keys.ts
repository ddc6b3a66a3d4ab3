import { isVoiceFilterId, type VoiceFilterId } from '@undertone/domain/voice-filter';
import { useState, type FocusEvent, type KeyboardEvent } from 'react';

/**
 * Makes the buttons that preview filters one stop of the Tab key: that of the chosen filter, or the one that
 * had the focus last. Arrow keys, Home and End go from one to another, and choose nothing.
 *
 * @returns the filter whose button is the stop, and the handlers for the list that contains the buttons
 */
export function usePreviewKeys(chosen: VoiceFilterId) {
  const [last, setLast] = useState<{ id: VoiceFilterId; chosen: VoiceFilterId } | null>(null);
  // Another choice is where the person is now.
  const stop = last?.chosen === chosen ? last.id : chosen;

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const id = target.dataset.preview;
    if (id && isVoiceFilterId(id)) setLast({ id, chosen });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-preview]')];
    const index = buttons.findIndex((button) => button === event.target);
    const next = nextIndex(event.key, index, buttons.length);
    if (index === -1 || next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };

  return { stop, onFocus, onKeyDown };
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}
