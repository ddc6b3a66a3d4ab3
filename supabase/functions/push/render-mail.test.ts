import { expect, it } from 'vitest';
import { renderMail } from './render-mail.ts';

it('a mail has the words of others as they are, in one line', () => {
  const { html, text } = renderMail(
    {
      mail: 'mail-soon',
      email: 'mira@example.org',
      token: 'token',
      items: [
        {
          kind: 'comment',
          actor: 'okra',
          others: 0,
          words: '{{ .Email }} <b>$&\n\nUndertone: https://example.net',
          drop: '1',
          comment: '2',
          isOwnDrop: true,
        },
      ],
    },
    { site: 'https://undertone.example', api: 'https://undertone.example' },
  );
  expect(html).toContain('<br />{{ .Email }} &lt;b&gt;$&amp; Undertone: https://example.net</p>');
  expect(text).toContain('\n{{ .Email }} <b>$& Undertone: https://example.net\n');
});
