-- The words of a drop before each change, for 90 days. Once somebody else has listened or answered, a change also
-- marks the drop as edited.

create table public.earlier_words (
  id uuid primary key default gen_random_uuid(),
  voice_drop_id uuid not null references public.voice_drops (id) on delete cascade,
  title text,
  hashtags text[] not null,
  replaced_at timestamptz not null default now()
);

comment on table public.earlier_words is
  'Titles and hashtags of drops before they were changed. Written by a trigger, and read by the drop''s owner alone.';

create index earlier_words_voice_drop_id_idx
  on public.earlier_words (voice_drop_id, replaced_at desc);
create index earlier_words_replaced_at_idx on public.earlier_words (replaced_at);

-- The planner's estimates, which Prefer: count=planned returns, would say which words are common.
alter table public.earlier_words
  alter column title set statistics 0,
  alter column hashtags set statistics 0;

grant select (id, voice_drop_id, title, hashtags, replaced_at)
  on public.earlier_words to authenticated;

alter table public.earlier_words enable row level security;

-- The time is checked as well, since private.delete_expired runs once an hour.
create policy "Owners see the earlier words of their drops"
  on public.earlier_words for select to authenticated
  using (
    replaced_at > now() - interval '90 days'
    and exists (
      select from public.voice_drops as changed
      where changed.id = voice_drop_id and changed.user_id = (select auth.uid())
    )
  );

create function private.keep_earlier_words() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.earlier_words (voice_drop_id, title, hashtags)
  values (old.id, old.title, old.hashtags);
  if exists (
    select from private.voice_drop_counts where voice_drop_id = old.id and is_received
  ) then
    new.edited_at := now();
  end if;
  return new;
end
$$;

-- Runs after clean_drop: spaces at the ends make no change.
create trigger keep_earlier_words before update of title, hashtags on public.voice_drops
  for each row when ((old.title, old.hashtags) is distinct from (new.title, new.hashtags))
  execute function private.keep_earlier_words();
