import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { changeTitle, useDocumentTitle } from './use-document-title.ts';

beforeEach(() => changeTitle({ prefix: '', page: '' }));

it('the count before the title stays when a page is left, and never takes a page’s own number along', () => {
  changeTitle({ prefix: '(3) ' });
  const { unmount } = renderHook(() => useDocumentTitle('(3) reasons to whisper'));
  expect(document.title).toBe('(3) (3) reasons to whisper · Undertone');
  unmount();
  expect(document.title).toBe('(3) Undertone');
  renderHook(() => useDocumentTitle('(3) reasons to whisper'));
  changeTitle({ prefix: '' });
  expect(document.title).toBe('(3) reasons to whisper · Undertone');
});

it('a count goes before the title that the server has sent', () => {
  document.title = 'Drop by @noor';
  changeTitle({ prefix: '(1) ' });
  expect(document.title).toBe('(1) Drop by @noor');
});
