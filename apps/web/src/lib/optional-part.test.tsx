import { render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { optionalPart } from './optional-part.ts';

it('is shown once its code has come', async () => {
  const Part = optionalPart<{ name: string }>(async () => ({
    default: ({ name }) => <p>Hello {name}</p>,
  }));
  render(
    <Suspense>
      <Part name="Ada" />
    </Suspense>,
  );
  expect(await screen.findByText('Hello Ada')).toBeVisible();
});

it('leaves the rest of the page as it is when its code does not come', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const Part = optionalPart<object>(() => Promise.reject(new TypeError('Failed to fetch')));
  render(
    <>
      <p>The rest</p>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  );
  await waitFor(() => expect(log).toHaveBeenCalled());
  expect(screen.getByText('The rest')).toBeVisible();
  log.mockRestore();
});
