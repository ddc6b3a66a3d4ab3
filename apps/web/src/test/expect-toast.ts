import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits until a text is visible: a toast is in the document before it has faded in. @returns the text's element */
export async function expectToast(words: string): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByText(words)).toBeVisible());
  return screen.getByText(words);
}
