import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Decodes quoted-printable text: folded lines, and hexadecimal bytes. */
const decode = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );

/** Reads the mails and text messages that a backend has written to its folder instead of sending them. */
export class Mailbox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Waits for a message to this address or number whose text matches. */
  async messageTo(recipient: string, about: RegExp): Promise<string> {
    const find = async () =>
      (await this.#messagesTo(recipient)).findLast((text) => about.test(text));
    const message = `a message to ${recipient} about ${about.source}`;
    await expect.poll(find, { message, intervals: [50] }).toBeDefined();
    return (await find()) ?? '';
  }

  async #messagesTo(recipient: string): Promise<string[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    // Names begin with the time of writing, and end with .tmp while a file is incomplete.
    const files = names.filter((name) => !name.endsWith('.tmp')).toSorted();
    const texts = await Promise.all(
      files.map((file) => readFile(join(this.#folder, file), 'utf8')),
    );
    return texts.filter((text) => text.includes(`To: ${recipient}`)).map(decode);
  }
}

/** Returns the verification link of a mail. */
export function linkIn(mail: string): string {
  const link = /https?:\S+\/confirm\?\S+/.exec(mail)?.[0];
  if (link === undefined) throw new Error(`there is no link in: ${mail}`);
  return link;
}
