import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits until a toast says something: it is on the page before it has faded in. @returns what says it */
export async function expectToast(words: string): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByText(words)).toBeVisible());
  return screen.getByText(words);
}
