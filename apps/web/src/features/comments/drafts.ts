import { useSyncExternalStore } from 'react';
import { logFailure } from '#lib/log.ts';

/** What has been typed into one box, and what it has sent that has not arrived. */
interface Draft {
  text: string;
  sending: readonly string[];
}

/*
 * Texts outlive their box: dialogs close and pages are loaded again. They are
 * kept for as long as the tab is, and what is on its way is kept until it has
 * arrived, so that nothing is lost whatever happens meanwhile.
 */
const drafts = new Map<string, Draft>();
const listeners = new Set<() => void>();

/** Where a text belongs: whose it is, on which drop, in reply to what. */
export function draftKey(userId: string | undefined, dropId: string, replyTo?: string): string {
  return ['undertone:comment', userId ?? '', dropId, replyTo ?? ''].join('/');
}

/** What is in the box; what a visitor typed there stays with them when they sign in. */
function read(key: string): Draft {
  const held = drafts.get(key);
  if (held) return held;
  const [name = '', , ...place] = key.split('/');
  const ofVisitor = [name, '', ...place].join('/');
  const text = stored(key) ?? stored(ofVisitor) ?? '';
  if (key !== ofVisitor) {
    keep(ofVisitor, '');
    drafts.delete(ofVisitor);
  }
  const draft = { text, sending: [] };
  drafts.set(key, draft);
  return draft;
}

function write(key: string, draft: Draft): void {
  drafts.set(key, draft);
  keep(key, joined([...draft.sending, draft.text]));
  for (const notify of listeners) notify();
}

/** Changes what is in the box. */
export function setDraft(key: string, text: string): void {
  write(key, { ...read(key), text });
}

/** Begins a text in a box that is empty. */
export function fillDraft(key: string, text: string): void {
  if (read(key).text === '') setDraft(key, text);
}

/** What is in the box goes on its way: the box is empty. */
export function draftSent(key: string, content: string): void {
  const { sending } = read(key);
  write(key, { text: '', sending: [...sending, content] });
}

/** It has arrived, and need not be kept any more. */
export function draftArrived(key: string, content: string): void {
  const { text, sending } = read(key);
  write(key, { text, sending: without(sending, content) });
}

/** It has not arrived: it is back in the box, before what has been typed meanwhile. */
export function draftFailed(key: string, content: string): void {
  const { text, sending } = read(key);
  write(key, { text: joined([content, text]), sending: without(sending, content) });
}

function without(texts: readonly string[], text: string): string[] {
  const place = texts.indexOf(text);
  return texts.filter((_, index) => index !== place);
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch (cause) {
    logFailure('What was typed could not be read back.', cause);
    return null;
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch (cause) {
    logFailure('What was typed could not be kept.', cause);
  }
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The text in a box. */
export function useDraft(key: string): string {
  return useSyncExternalStore(subscribe, () => read(key)).text;
}
