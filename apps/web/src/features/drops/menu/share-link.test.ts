import { expect, it, onTestFinished, vi } from 'vitest';
import { shareLink } from './share-link.ts';

const link = { url: 'http://undertone.test/voice-drop/a', title: 'A' };

function stubNavigator(abilities: {
  share?: typeof navigator.share;
  writeText?: (text: string) => Promise<void>;
}) {
  const { share, writeText } = abilities;
  if (share) Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: writeText && { writeText },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(navigator, 'clipboard');
  });
}

it("shares through the system's dialog where there is one", async () => {
  const share = vi.fn(async () => {});
  stubNavigator({ share });
  expect(await shareLink(link)).toBe('shared');
  expect(share).toHaveBeenCalledWith(link);
});

it('copies the address where there is no dialog', async () => {
  const writeText = vi.fn(async () => {});
  stubNavigator({ writeText });
  expect(await shareLink(link)).toBe('copied');
  expect(writeText).toHaveBeenCalledWith(link.url);
});

it('copies nothing when the person closes the dialog', async () => {
  const writeText = vi.fn(async () => {});
  stubNavigator({
    share: vi.fn().mockRejectedValue(new DOMException('', 'AbortError')),
    writeText,
  });
  expect(await shareLink(link)).toBe('cancelled');
  expect(writeText).not.toHaveBeenCalled();
});

it('copies when sharing fails', async () => {
  const writeText = vi.fn(async () => {});
  stubNavigator({
    share: vi.fn().mockRejectedValue(new DOMException('', 'NotAllowedError')),
    writeText,
  });
  expect(await shareLink(link)).toBe('copied');
});

it('throws when the address can be neither shared nor copied', async () => {
  stubNavigator({});
  await expect(shareLink(link)).rejects.toThrow(TypeError);
});
