import { z } from 'zod';

/** A key of config.toml with what is written there. */
export interface WrittenSetting {
  /** With dots between its parts: `auth.captcha.enabled`. */
  readonly path: string;
  readonly value: unknown;
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const join = (path: string, key: string): string => (path ? `${path}.${key}` : key);

/** Every key within a value; of a section that is switched off, only its `enabled`. */
function keysWithin(path: string, value: unknown): WrittenSetting[] {
  if (!isTable(value)) return [{ path, value }];
  if (value.enabled === false) return [{ path: `${path}.enabled`, value: false }];
  return Object.entries(value).flatMap(([key, item]) => keysWithin(join(path, key), item));
}

/** The schema of the input: without defaults and transformations. */
function inputOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return inputOf(schema.def.innerType);
  }
  return schema instanceof z.ZodPipe ? inputOf(schema.def.in) : schema;
}

/** The keys of a value that a schema does not know: zod drops them silently. */
export function findUnread(schema: z.core.$ZodType, value: unknown, path = ''): WrittenSetting[] {
  const known = inputOf(schema);
  if (!isTable(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const place = join(path, key);
    if (known instanceof z.ZodRecord) return findUnread(known.valueType, item, place);
    if (!(known instanceof z.ZodObject)) return [];
    const field = Object.hasOwn(known.shape, key) ? known.shape[key] : undefined;
    return field ? findUnread(field, item, place) : keysWithin(place, item);
  });
}
