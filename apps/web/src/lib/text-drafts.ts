import { useSyncExternalStore } from 'react';
import { useClient } from './app.ts';
import { readLocalItem, readTabItem, writeLocalItem, writeTabItem } from './local-item.ts';
import { localItems } from './local-items.ts';
import { perClient } from './per-client.ts';
import type { SupabaseClient } from './supabase.ts';

/** The text in one box, the texts sent from this box that have not arrived yet, and why one did not. */
interface TextDraft {
  text: string;
  sending: readonly string[];
  /** Why the text in the box could not be sent; until it is changed or sent again. */
  failure?: string;
}

/** The first drafts were those of comments. */
const NAME = 'undertone:comment';

/**
 * The key of a draft, which is also its key in the browser's storage.
 *
 * @param subject id of the drop or conversation
 * @param replyTo id of a comment
 */
export function draftKey(userId: string | undefined, subject: string, replyTo?: string): string {
  return [NAME, userId ?? '', subject, replyTo ?? ''].join('/');
}

const prefixOf = (userId: string) => `${NAME}/${userId}/`;

/** Reads the stored text of a draft. Accounts have local storage; the tab forgets a visitor's when it closes. */
const readText = (key: string) =>
  key.startsWith(prefixOf('')) ? readTabItem(key) : readLocalItem(key);

const writeText = (key: string, text: string | null) =>
  key.startsWith(prefixOf('')) ? writeTabItem(key, text) : writeLocalItem(key, text);

/** The drafts of an account that this device stores, as keys and texts. */
export const storedDrafts = (userId: string) => localItems(prefixOf(userId));

/** The accounts that have drafts on this device. */
export const draftOwners = (): string[] =>
  localItems(`${NAME}/`).map(([key]) => key.split('/')[1] ?? '');

/**
 * The drafts of comments, replies and messages. They survive a closed dialog or conversation and, in the browser's storage, a
 * reload. Texts that are being sent are stored until they have arrived, so that a crash loses nothing.
 */
class TextDrafts {
  readonly #drafts = new Map<string, TextDraft>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (notify: () => void): (() => void) => {
    this.#listeners.add(notify);
    return () => this.#listeners.delete(notify);
  };

  /** Changes the text in a box. */
  set(key: string, text: string): void {
    this.#write(key, { sending: this.get(key).sending, text });
  }

  /** Sets the text of a box if it is empty. */
  fill(key: string, text: string): void {
    if (this.get(key).text === '') this.set(key, text);
  }

  /** Clears a box whose text is being sent. */
  send(key: string, content: string): void {
    const { sending } = this.get(key);
    this.#write(key, { text: '', sending: [...sending, content] });
  }

  /** Deletes a text that has been sent. */
  confirmSent(key: string, content: string): void {
    if (!this.#drafts.has(key)) return;
    const { text, sending } = this.get(key);
    this.#write(key, { text, sending: without(sending, content) });
  }

  /** Puts a text that could not be sent back into its box, before any text typed meanwhile. */
  restoreUnsent(key: string, content: string, failure?: string): void {
    if (!this.#drafts.has(key)) return;
    const { text, sending } = this.get(key);
    this.#write(key, {
      text: joined([content, text]),
      sending: without(sending, content),
      ...(failure !== undefined && { failure }),
    });
  }

  /** Returns a draft, the same object until it changes. A visitor's draft is moved to the account that signs in. */
  get(key: string): TextDraft {
    const held = this.#drafts.get(key);
    if (held) return held;
    const [name = '', , ...rest] = key.split('/');
    const visitorKey = [name, '', ...rest].join('/');
    const text = readText(key) ?? readText(visitorKey) ?? '';
    if (key !== visitorKey) {
      writeText(visitorKey, null);
      this.#drafts.delete(visitorKey);
    }
    const draft = { text, sending: [] };
    this.#drafts.set(key, draft);
    return draft;
  }

  /** Forgets the drafts of all accounts but this one in this page; they stay in the browser's storage. */
  forgetOthers(userId: string | undefined): void {
    const kept = [prefixOf(''), prefixOf(userId ?? '')];
    for (const key of this.#drafts.keys()) {
      if (!kept.some((prefix) => key.startsWith(prefix))) this.#drafts.delete(key);
    }
  }

  /** Puts a text before the one in its box, unless it is there already. */
  restore(key: string, restored: string): void {
    const { text } = this.get(key);
    if (!text.includes(restored)) this.set(key, joined([restored, text]));
  }

  #write(key: string, draft: TextDraft): void {
    this.#drafts.set(key, draft);
    writeText(key, joined([...draft.sending, draft.text]) || null);
    for (const notify of this.#listeners) notify();
  }
}

const draftsByClient = perClient(() => new TextDrafts());

function without(texts: readonly string[], text: string): string[] {
  const place = texts.indexOf(text);
  return texts.filter((_, index) => index !== place);
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

/** Forgets the drafts of all accounts but this one in this page. */
export function forgetOtherDrafts(client: SupabaseClient, userId: string | undefined): void {
  draftsByClient(client).forgetOthers(userId);
}

/** Deletes the stored drafts of an account. */
export function removeStoredDrafts(userId: string): void {
  for (const [key] of storedDrafts(userId)) writeLocalItem(key, null);
}

/** Puts drafts back into their boxes. */
export function restoreDrafts(
  client: SupabaseClient,
  drafts: readonly [key: string, text: string][],
): void {
  for (const [key, text] of drafts) draftsByClient(client).restore(key, text);
}

/** The drafts of the app's texts. */
export function useDrafts(): TextDrafts {
  return draftsByClient(useClient());
}

export function useDraft(key: string): TextDraft {
  const drafts = useDrafts();
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(key));
}
