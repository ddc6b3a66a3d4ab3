/** Escapes a text for HTML and XML, between tags or within double quotes. XML knows no `]]>` in a text. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
