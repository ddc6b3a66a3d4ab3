import { expect, it } from 'vitest';
import { parseTemplate } from './mail-template.ts';

const variables = ['SiteURL', 'RedirectTo', 'Email', 'Token', 'Data'];

const render = (source: string, values: Record<string, unknown>, kind: 'html' | 'plain' = 'html') =>
  parseTemplate(source, variables, kind)(values);

it('a template inserts variables, and values of user data by their path', () => {
  const values = { Token: '123456', Data: { name: { first: 'Mira' }, age: 30 } };
  expect(render('{{ .Token }} {{.Data.name.first}} {{ .Data.age }}', values)).toBe(
    '123456 Mira 30',
  );
});

it('a value that is missing is empty, also one that every object has', () => {
  expect(render('[{{ .Email }}{{ .Data.constructor }}{{ .Data.a.b }}]', { Data: {} })).toBe('[]');
});

it.each([
  ['<p>{{ .Email }}</p>', 'a<b>&"\'+@x', '<p>a&lt;b&gt;&amp;&#34;&#39;&#43;@x</p>'],
  ['<p title="{{ .Email }}">', '"><b>', '<p title="&#34;&gt;&lt;b&gt;">'],
  ['<a href="{{ .SiteURL }}/a">', 'https://x.example', '<a href="https://x.example/a">'],
  ['<a href="/a?next={{ .RedirectTo }}">', 'https://x/?a=b&c', 'https%3A%2F%2Fx%2F%3Fa%3Db%26c'],
  ["<a href='/?a={{ .Email }}'>", "' onclick='(x)", "a=%27%20onclick%3D%27%28x%29'>"],
  ['<a href="/a/{{ .Email }}">', 'é "b%20c', '<a href="/a/%C3%A9%20%22b%20c">'],
  ["<a title='>' href='{{ .RedirectTo }}'>", 'javascript:alert(1)', "href='#ZgotmplZ'"],
  ['<a href="{{ .RedirectTo }}">', '\tjavascript:alert(1)', 'href="#ZgotmplZ"'],
])('in %s the value %j is escaped', (source, value, expected) => {
  const values = { SiteURL: value, RedirectTo: value, Email: value };
  expect(render(source, values)).toContain(expected);
});

it('the value of a value is not read as a template', () => {
  expect(render('{{ .Email }}', { Email: '{{ .Token }}', Token: '1' })).toBe('{{ .Token }}');
});

it('comments are removed, as html/template does', () => {
  expect(render('<!-- {{ if x }} --><p>', {})).toBe('<p>');
});

it('a subject is not escaped', () => {
  expect(render('{{ .Email }} & you', { Email: 'a+b@x.example' }, 'plain')).toBe(
    'a+b@x.example & you',
  );
});

it.each([
  ['{{ .Phone }}', '{{ .Phone }} is not a variable of this mail, which has .SiteURL, '],
  ['{{ if .Email }}', '{{ if .Email }} is not supported: only variables are'],
  ['{{ .Email | html }}', 'is not supported'],
  ['<style>p { color: {{ .Email }} }</style>', 'stands where no value is supported'],
  ['<p {{ .Email }}>', 'stands where no value is supported'],
  ['<p onclick="{{ .Email }}">', 'stands where no value is supported'],
  ['<p style="{{ .Email }}">', 'stands where no value is supported'],
])('the template %s is refused', (source, message) => {
  expect(() => render(source, {})).toThrow(message);
});
