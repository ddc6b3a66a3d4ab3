import { z } from 'zod';
import { readJson } from './json-body.ts';
import { bucketOf } from '../objects/object-address.ts';
import { isoDate, readAs } from '../objects/object-row.ts';
import type { Endpoint } from '../storage-context.ts';

/** The same limit as on Supabase. */
const maximumRows = 1500;

const schema = z.object({
  prefix: z.string().default(''),
  limit: z.number().int().min(1).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
  search: z.string().default(''),
});

type SortBy = z.output<typeof schema>['sortBy'];

/** SQL of a listing. A folder is the part of names up to the next slash. Sorted by date, folders come first. */
const listText = ({ column, order }: SortBy): string => `
  with entries as (
    select split_part(rest, '/', 1) as name, strpos(rest, '/') > 0 as is_folder,
      id, updated_at, created_at, last_accessed_at, metadata
    from (
      select *, substr(name, length($2::text) + 1) as rest
      from storage.objects
      where bucket_id = $1
        and ($2::text = '' or name collate "C" >= $2::text and name collate "C" < $3::text)
    ) as inside
    where starts_with(lower(rest), lower($4::text))
  ), listed as (
    select distinct name, true as is_folder, null::uuid as id, null::timestamptz as updated_at,
      null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata
    from entries where is_folder
    union all
    select * from entries where not is_folder
  )
  select json_build_object(
    'name', name, 'id', id,
    'updated_at', ${isoDate('updated_at')},
    'created_at', ${isoDate('created_at')},
    'last_accessed_at', ${isoDate('last_accessed_at')},
    'metadata', metadata
  )::text as entry
  from listed
  order by ${column === 'name' ? '' : `is_folder desc, ${column} ${order}, `}lower(name) collate "C" ${order}, name
  limit $5::text::int offset $6::text::int`;

/** POST /object/list/{bucket}: lists the files and folders directly below a prefix that the caller may see. */
export const list: Endpoint = (storage) => async (context) => {
  const bucket = bucketOf(context);
  const { prefix, limit, offset, sortBy, search } = await readJson(context, schema);
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const rows = await readAs(storage.database, context.get('caller'), listText(sortBy), [
    bucket,
    folder,
    // '0' follows '/' in ASCII: the first name after all names in the folder.
    folder.replace(/\/$/, '0'),
    search,
    String(Math.min(limit, maximumRows)),
    String(offset),
  ]);
  return context.json(rows.map(({ entry }) => JSON.parse(entry ?? 'null') as unknown));
};
