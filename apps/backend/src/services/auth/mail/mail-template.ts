/** The values of a template's variables, by name; only `Data` has values within it. */
type TemplateValues = Readonly<Record<string, unknown>>;

/** Renders a template. */
export type Render = (values: TemplateValues) => string;

/** Where in an HTML document a value is inserted, which decides how it is escaped. */
type Place = 'text' | 'url' | 'path' | 'query';

/** A template has an expression that is not supported, or a variable that its mail does not have. */
export class TemplateError extends Error {}

const htmlReferences: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '+': '&#43;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"'+]/g, (character) => htmlReferences[character]!);

const percentEncode = (character: string): string =>
  `%${character.codePointAt(0)!.toString(16).toUpperCase()}`;

/** Encodes what may not stand in a URL; what is encoded already stays. */
const normalizeUrl = (text: string): string =>
  encodeURI(text)
    .replaceAll(/%25(?=[\da-f]{2})/gi, '%')
    .replaceAll(/['()]/g, percentEncode);

/** What Go's html/template writes instead of a URL that could run a program. */
const unsafeUrl = '#ZgotmplZ';

const hasSafeScheme = (url: string): boolean =>
  /^(?:https?|mailto):/i.test(url) || !/^[^/?#]*:/.test(url);

const escapes: Record<Place, (value: string) => string> = {
  text: escapeHtml,
  url: (value) => (hasSafeScheme(value) ? escapeHtml(normalizeUrl(value)) : unsafeUrl),
  path: (value) => escapeHtml(normalizeUrl(value)),
  // encodeURIComponent leaves an apostrophe, which would end an attribute in apostrophes.
  query: (value) => encodeURIComponent(value).replaceAll(/[!'()*]/g, percentEncode),
};

const urlAttributes = new Set(['href', 'src', 'action', 'background', 'cite', 'poster']);

/**
 * The place of a value, from the document before it.
 * @returns null where values are not supported: in styles and scripts, and in tags outside of quotes
 */
function placeAfter(before: string): Place | null {
  if (/<(script|style)\b(?!.*<\/\1)/is.test(before)) return null;
  const tag = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*(?:"[^"]*|'[^']*)?$/i.exec(before)?.[0];
  if (tag === undefined) return 'text';
  const [, name, , value = ''] = /([\w-]+)\s*=\s*(["'])((?:(?!\2).)*)$/s.exec(tag) ?? [];
  if (!name || /^(?:on|style$)/i.test(name)) return null;
  if (!urlAttributes.has(name.toLowerCase())) return 'text';
  if (/[?#]/.test(value)) return 'query';
  return value === '' ? 'url' : 'path';
}

/** The value of a path such as `Data.name`; as in Go, a missing one is empty. */
function valueAt(values: TemplateValues, path: readonly string[]): string {
  const value = path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key)
        ? Reflect.get(parent, key)
        : undefined,
    values,
  );
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Parses a template in the part of Go's syntax that mails use: `{{ .Name }}` and `{{ .Data.name }}`.
 * Comments of HTML are removed, and values are escaped for their place, as Go's html/template does.
 * @param variables the names that the template may use
 * @param kind `plain` for a subject, in which nothing is escaped
 * @throws {TemplateError} naming the first expression that cannot be rendered
 */
export function parseTemplate(
  source: string,
  variables: readonly string[],
  kind: 'html' | 'plain',
): Render {
  const document = kind === 'html' ? source.replaceAll(/<!--.*?-->/gs, '') : source;
  const parts = document.split(/(\{\{.*?\}\})/s);
  let before = '';
  const renders = parts.map((part): Render => {
    const isExpression = part.startsWith('{{');
    const place = isExpression && kind === 'html' ? placeAfter(before) : 'text';
    before += isExpression ? 'x' : part;
    if (!isExpression) return () => part;
    const path = /^\{\{\s*\.(\w+(?:\.\w+)*)\s*\}\}$/.exec(part)?.[1]?.split('.');
    if (!path) throw new TemplateError(`${part} is not supported: only variables are`);
    if (!variables.includes(path[0]!)) {
      const known = variables.map((name) => `.${name}`).join(', ');
      throw new TemplateError(`${part} is not a variable of this mail, which has ${known}`);
    }
    if (!place) {
      throw new TemplateError(
        `${part} stands where no value is supported: only text and quoted attributes are`,
      );
    }
    const escape = kind === 'plain' ? (value: string) => value : escapes[place];
    return (values) => escape(valueAt(values, path));
  });
  return (values) => renders.map((render) => render(values)).join('');
}
