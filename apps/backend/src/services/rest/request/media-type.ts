import { mediaTypes } from '../errors.ts';

export type MediaType = 'application/json' | 'application/vnd.pgrst.object+json';

const single = 'application/vnd.pgrst.object+json';
const array = 'application/vnd.pgrst.array+json';

const served = new Map<string, MediaType>([
  ['*/*', 'application/json'],
  ['application/*', 'application/json'],
  ['application/json', 'application/json'],
  [array, 'application/json'],
  [single, single],
  ['application/vnd.pgrst.object', single],
]);

/** Parses a media type of `Accept`: its name in lower case with other parameters, and its quality. */
const readAccepted = (text: string): { name: string; quality: number } => {
  const [type = '', ...parameters] = text
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const others = parameters.filter(
    (parameter) => !parameter.startsWith('q=') && !parameter.startsWith('charset='),
  );
  return { name: [type, ...others].join(';'), quality: quality ? Number(quality.slice(2)) : 1 };
};

/**
 * Chooses the media type of the response by the header `Accept`.
 * @throws {RestError} PGRST107 when no served type is acceptable
 */
export function negotiateMediaType(header: string | undefined): MediaType {
  if (!header) return 'application/json';
  const known = served.get(header);
  if (known) return known;
  const accepted = header
    .split(',')
    .map(readAccepted)
    .sort((one, other) => other.quality - one.quality);
  for (const { name, quality } of accepted) {
    const type = quality > 0 ? served.get(name) : undefined;
    if (type) return type;
  }
  throw mediaTypes(accepted.map(({ name }) => name));
}

/** The header `Content-Type` of a media type. */
export const contentType = (type: MediaType): Record<string, string> => ({
  'Content-Type': `${type}; charset=utf-8`,
});
