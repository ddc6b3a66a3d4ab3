const entities: Record<string, string> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/**
 * Replaces the style attributes of React's markup by rules of a style sheet: the content security policy allows
 * a style element with the response's nonce, but no attributes.
 */
export function moveStyles(markup: string): { html: string; css: string } {
  const names = new Map<string, string>();
  // React escapes quotation marks, so that no text contains an attribute.
  const html = markup.replaceAll(/ style="([^"]*)"/g, (_attribute, escaped: string) => {
    const name = names.get(escaped) ?? String(names.size);
    names.set(escaped, name);
    return ` data-style="${name}"`;
  });
  const css = [...names]
    .map(([escaped, name]) => {
      const style = escaped.replaceAll(/&[a-z]+;|&#x27;/g, (entity) => entities[entity] ?? entity);
      // No style of the app contains this sign, which could end the style element.
      return style.includes('<') ? '' : `[data-style="${name}"]{${style}}`;
    })
    .join('');
  return { html, css };
}
