-- How much one account may say. A comment reaches other people's screens and
-- mailboxes, so that whoever writes without end, or calls everyone by name, is
-- stopped. The numbers are far above what people type: they meet only programs.

-- Nothing is lost if a crash empties it: the count then begins afresh.
create unlogged table private.recent_comments (
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  mentions smallint not null,
  created_at timestamptz not null default now()
);

comment on table private.recent_comments is
  'Who has commented within the last hour. Comments that have been deleted count as well: they were told to others. Older rows are swept.';
comment on column private.recent_comments.mentions is 'How many other people the comment mentioned.';

create index recent_comments_user_id_idx on private.recent_comments (user_id, created_at);
create index recent_comments_created_at_idx on private.recent_comments (created_at);

alter table private.recent_comments enable row level security;

create function private.limit_comments() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  mentioned bigint;
  of_the_minute bigint;
  of_the_hour bigint;
  mentioned_in_the_hour bigint;
begin
  -- Triggers run before policies, which refuse a comment in another's name: how much they
  -- have said must not show. The server itself may write what it likes.
  if new.user_id is distinct from auth.uid() then
    return new;
  end if;
  -- One comment of an account at a time, so that many at once do not all find room.
  perform pg_advisory_xact_lock(hashtextextended('comments/' || new.user_id, 0));
  select count(*) into mentioned
  from public.profiles
  where handle in (select private.mentioned_handles(new.content)) and user_id <> new.user_id;
  select
    count(*) filter (where created_at > now() - interval '1 minute'),
    count(*),
    coalesce(sum(mentions), 0)
  into of_the_minute, of_the_hour, mentioned_in_the_hour
  from private.recent_comments
  where user_id = new.user_id and created_at > now() - interval '1 hour';

  -- As in packages/domain: COMMENTS_PER_MINUTE_MAX, COMMENTS_PER_HOUR_MAX, MENTIONS_PER_HOUR_MAX.
  -- PT429 is PostgREST's way to answer 429, Too Many Requests.
  if of_the_minute >= 20 then
    raise exception 'You are commenting very fast. Please wait a minute.' using errcode = 'PT429';
  end if;
  if of_the_hour >= 200 then
    raise exception 'You have written many comments within the last hour. Please try again later.'
      using errcode = 'PT429';
  end if;
  if mentioned > 0 and mentioned_in_the_hour + mentioned > 100 then
    raise exception 'You have mentioned many people within the last hour. Please try again later.'
      using errcode = 'PT429';
  end if;

  insert into private.recent_comments (user_id, mentions) values (new.user_id, mentioned);
  -- Whoever's they are, a few at a time. Nobody waits for rows that another sweeps.
  delete from private.recent_comments
  where ctid = any (array(
    select ctid from private.recent_comments
    where created_at <= now() - interval '1 hour'
    limit 100 for update skip locked
  ));
  return new;
end
$$;

create trigger limit_comments before insert on public.voice_drop_comments
  for each row execute function private.limit_comments();

-- People are looked for by how their name begins: who writes a mention is shown whom it may mean.
create index profiles_handle_prefix_idx on public.profiles (handle text_pattern_ops);
