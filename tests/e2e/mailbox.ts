import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { required } from './required.ts';

/** Undoes what mails do to their text: lines that were folded, bytes that were written out. */
const decode = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );

async function messagesTo(recipient: string): Promise<string[]> {
  const folder = required('UNDERTONE_MAIL');
  const names = await readdir(folder).catch((): string[] => []);
  // Not those that are still being written. Names begin with the moment of that.
  const files = names.filter((name) => !name.endsWith('.tmp'));
  files.sort((one, other) => one.localeCompare(other));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.filter((text) => text.includes(`To: ${recipient}`)).map(decode);
}

/** Waits for a mail, or a text message, to this address or number that is about something. */
export async function messageTo(recipient: string, about: RegExp): Promise<string> {
  const find = async () => (await messagesTo(recipient)).findLast((text) => about.test(text));
  await expect.poll(find, `a message to ${recipient} about ${about.source}`).toBeDefined();
  return (await find()) ?? '';
}

/** How many messages have come to this address. */
export const messageCount = async (recipient: string) => (await messagesTo(recipient)).length;

/** The link that a mail wants followed. */
export function linkIn(mail: string): string {
  const link = /https?:\S+\/verify\?\S+/.exec(mail)?.[0];
  if (link === undefined) throw new Error(`there is no link in: ${mail}`);
  return link;
}

/** The code of a mail or a text message. */
export function codeIn(message: string): string {
  const code = /code\D*(\d{6})\b/i.exec(message)?.[1];
  if (code === undefined) throw new Error(`there is no code in: ${message}`);
  return code;
}
