import { useSyncExternalStore } from 'react';
import { useClient } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';
import { perClient } from '#lib/per-client.ts';

/** What has been typed into one box, and what it has sent that has not arrived. */
interface CommentDraft {
  text: string;
  sending: readonly string[];
}

/** Where a text belongs: whose it is, on which drop, in reply to what. */
export function draftKey(userId: string | undefined, dropId: string, replyTo?: string): string {
  return ['undertone:comment', userId ?? '', dropId, replyTo ?? ''].join('/');
}

/**
 * What has been typed into the boxes for comments. Texts outlive their box: dialogs close and
 * pages are loaded again. They are kept in the tab's session storage, and what is being sent is
 * kept until it has arrived, so that nothing is lost whatever happens meanwhile.
 */
class CommentDrafts {
  readonly #drafts = new Map<string, CommentDraft>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  /** The text in a box. */
  text(key: string): string {
    return this.#read(key).text;
  }

  /** Changes the text in a box. */
  set(key: string, text: string): void {
    this.#write(key, { ...this.#read(key), text });
  }

  /** Sets the text of a box that is empty. */
  fill(key: string, text: string): void {
    if (this.text(key) === '') this.set(key, text);
  }

  /** Takes the text out of its box to send it. */
  send(key: string, content: string): void {
    const { sending } = this.#read(key);
    this.#write(key, { text: '', sending: [...sending, content] });
  }

  /** Forgets a text that has been sent. */
  sent(key: string, content: string): void {
    const { text, sending } = this.#read(key);
    this.#write(key, { text, sending: without(sending, content) });
  }

  /** Puts a text that could not be sent back into its box, before what has been typed meanwhile. */
  unsent(key: string, content: string): void {
    const { text, sending } = this.#read(key);
    this.#write(key, { text: joined([content, text]), sending: without(sending, content) });
  }

  /** What a visitor typed into a box stays there when they sign in. */
  #read(key: string): CommentDraft {
    const held = this.#drafts.get(key);
    if (held) return held;
    const [name = '', , ...place] = key.split('/');
    const ofVisitor = [name, '', ...place].join('/');
    const text = stored(key) ?? stored(ofVisitor) ?? '';
    if (key !== ofVisitor) {
      keep(ofVisitor, '');
      this.#drafts.delete(ofVisitor);
    }
    const draft = { text, sending: [] };
    this.#drafts.set(key, draft);
    return draft;
  }

  #write(key: string, draft: CommentDraft): void {
    this.#drafts.set(key, draft);
    keep(key, joined([...draft.sending, draft.text]));
    for (const notify of this.#listeners) notify();
  }
}

const draftsOf = perClient(() => new CommentDrafts());

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

/** The drafts of the app's comments. */
export function useDrafts(): CommentDrafts {
  return draftsOf(useClient());
}

/** The text in a box. */
export function useDraft(key: string): string {
  const drafts = useDrafts();
  return useSyncExternalStore(drafts.subscribe, () => drafts.text(key));
}
