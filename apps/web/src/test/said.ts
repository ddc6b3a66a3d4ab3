import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

/** Waits until a toast says something: it is on the page before it has faded in. */
export async function said(words: string): Promise<void> {
  await waitFor(() => expect(screen.getByText(words)).toBeVisible());
}
