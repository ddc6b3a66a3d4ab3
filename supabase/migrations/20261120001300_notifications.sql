-- Notifications. Only triggers create them; recipients read their own and mark them as read. The
-- triggers are in the next migration.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references public.profiles (user_id) on delete cascade,
  actor_id uuid not null references public.profiles (user_id) on delete cascade,
  type text not null,
  content text,
  reference_id uuid references public.voice_drops (id) on delete cascade,
  comment_id uuid references public.voice_drop_comments (id) on delete cascade,
  read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint notifications_type_check check (type in ('like', 'comment', 'follow', 'mention')),
  constraint notifications_not_oneself check (recipient_id <> actor_id),
  constraint notifications_reference_check check ((type = 'follow') = (reference_id is null))
);

comment on table public.notifications is 'Acts of other accounts that concern the recipient.';
comment on column public.notifications.content is
  'The comment''s text; for a like the drop''s title; null for a follow.';
comment on column public.notifications.reference_id is 'The drop that was liked or commented on; null for a follow.';
comment on column public.notifications.comment_id is 'The comment that caused the notification, which is deleted with it.';
create index notifications_recipient_id_idx
  on public.notifications (recipient_id, created_at desc, id desc);
create index notifications_unread_idx on public.notifications (recipient_id) where not read;
create index notifications_created_at_idx on public.notifications (created_at);
create index notifications_actor_id_idx on public.notifications (actor_id);
create index notifications_reference_id_idx on public.notifications (reference_id);
create index notifications_comment_id_idx on public.notifications (comment_id);
-- Repeated likes and follows of the same account notify the recipient once.
create unique index notifications_like_key
  on public.notifications (reference_id, actor_id) where type = 'like';
create unique index notifications_follow_key
  on public.notifications (recipient_id, actor_id) where type = 'follow';

grant select (
  id, recipient_id, actor_id, type, content, reference_id, comment_id, read, created_at
), update (read) on public.notifications to authenticated;

alter table public.notifications enable row level security;

-- While a drop cannot be seen, neither can the words that were written about it.
create policy "People see their own notifications of what they can see"
  on public.notifications for select to authenticated
  using (
    recipient_id = (select auth.uid())
    and (reference_id is null or exists (select from public.voice_drops where id = reference_id))
  );

create policy "People mark their own notifications as read"
  on public.notifications for update to authenticated
  using (recipient_id = (select auth.uid()))
  with check (recipient_id = (select auth.uid()));

-- Notifications are pruned when others are written, since not every server has a scheduler. Rows
-- that another transaction is pruning are skipped.
create function private.prune_notifications(recipient uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- As in packages/domain: NOTIFICATIONS_KEPT_MAX.
  delete from public.notifications
  where id = any (array(
    select id from public.notifications
    where recipient_id = recipient
      and created_at < (
        select created_at from public.notifications
        where recipient_id = recipient order by created_at desc offset 499 limit 1
      )
    limit 100 for update skip locked
  ));
  -- Of any recipient, as in packages/domain: NOTIFICATIONS_KEPT_DAYS. The limit is far above the
  -- number written between two calls, so that a backlog shrinks.
  delete from public.notifications
  where id = any (array(
    select id from public.notifications
    where created_at < now() - interval '90 days'
    order by created_at
    limit 200 for update skip locked
  ));
end
$$;
comment on function private.prune_notifications is
  'Deletes a recipient''s notifications beyond the newest 500, and a batch of all those older than 90 days.';
