-- Notifications. Only triggers create them; recipients read their own and mark them as read. The
-- triggers are in the next migration.

-- As in packages/domain: NOTIFICATION_KINDS.
create table private.notification_kinds (
  kind text primary key,
  reference text not null,
  switch text,
  bell boolean not null,
  push boolean not null,
  mail text not null,
  words text not null,
  constraint notification_kinds_reference_check check (reference in ('none', 'drop', 'comment', 'decision')),
  constraint notification_kinds_mail_check check (mail in ('none', 'soon', 'digest'))
);

comment on table private.notification_kinds is 'The kinds of notifications. Another kind is a row here and one in packages/domain.';
comment on column private.notification_kinds.reference is
  'What a notification refers to: nothing but its actor, a drop, a comment on a drop, or a decision.';
comment on column private.notification_kinds.switch is
  'The setting of the recipient, a column of profiles or of account_settings, that turns the kind off; null for none.';
comment on column private.notification_kinds.bell is 'Whether it appears in the list of notifications.';
comment on column private.notification_kinds.push is 'Whether it is sent to devices.';
comment on column private.notification_kinds.mail is
  'When it is mailed while it is unread: never, soon, or in a digest.';
comment on column private.notification_kinds.words is
  'What follows the actor''s name; for a decision what stands where it is not described.';

alter table private.notification_kinds enable row level security;

insert into private.notification_kinds (kind, reference, switch, bell, push, mail, words) values
  ('like', 'drop', 'likes_notifications', true, true, 'digest', 'liked your voice drop'),
  ('comment', 'comment', 'replies_notifications', true, true, 'soon', 'commented on your voice drop'),
  ('mention', 'comment', 'mentions_notifications', true, true, 'soon', 'mentioned you in a comment'),
  ('follow', 'none', 'follows_notifications', true, true, 'digest', 'started following you'),
  ('request', 'none', 'follows_notifications', true, true, 'soon', 'asked to follow you'),
  ('approved', 'none', 'follows_notifications', true, true, 'digest', 'approved your request to follow'),
  ('drop', 'drop', 'drops_notifications', true, true, 'digest', 'posted a new voice drop'),
  -- Their mails are of another kind, since people who have not switched mails on get them, too.
  ('statement', 'decision', null, true, true, 'none', 'has decided about something of yours'),
  ('outcome', 'decision', null, true, true, 'none', 'has looked at what you reported');

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references public.profiles (user_id) on delete cascade,
  actor_id uuid references public.profiles (user_id) on delete cascade,
  type text not null,
  content text,
  reference_id uuid references public.voice_drops (id) on delete set null,
  comment_id uuid references public.voice_drop_comments (id) on delete cascade,
  decision_id uuid,
  read boolean not null default false,
  created_at timestamptz not null default now(),
  constraint notifications_not_oneself check (recipient_id <> actor_id),
  constraint notifications_comment_check check (comment_id is null or reference_id is not null)
);

comment on table public.notifications is 'Acts of other accounts that concern the recipient, and notices of the product.';
comment on column public.notifications.actor_id is
  'Whose act it was; null for a notice of the product, and where the recipient must not know.';
comment on column public.notifications.content is
  'The comment''s text, null if it is a clip alone; for a like the title of the recipient''s drop; of a decision its kind and measure (drop:remove), for a reporter what private.outcome_of returns; else null.';
comment on column public.notifications.reference_id is
  'The drop that was posted, liked or commented on; null for what refers to no drop, or to a posted one that is gone.';
comment on column public.notifications.comment_id is 'The comment that caused the notification, which is deleted with it.';
comment on column public.notifications.decision_id is
  'The decision that it is about. No foreign key: what refers to no drop needs none to be deleted.';
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
-- A drop that was held meanwhile is announced again.
create unique index notifications_drop_key
  on public.notifications (reference_id, recipient_id) where type = 'drop';
create unique index notifications_person_key
  on public.notifications (recipient_id, actor_id, type)
  where type in ('follow', 'request', 'approved');
-- A delivery that is repeated notifies nobody again.
create unique index notifications_decision_key
  on public.notifications (recipient_id, decision_id, content) where decision_id is not null;

grant select (
  id, recipient_id, actor_id, type, content, reference_id, comment_id, decision_id, read,
  created_at
), update (read) on public.notifications to authenticated;

alter table public.notifications enable row level security;

-- While a drop cannot be seen, neither can the words that were written about it. Realtime sends the key of a
-- deleted row to everyone, so that others learn by it, after their own act, whether there was a notification.
-- So those that mutes and declines concern are written and hidden, and those of new drops, which show who has
-- asked for them, outlive the drop until they are pruned.
create policy "People see their own notifications of what they can see"
  on public.notifications for select to authenticated
  using (
    recipient_id = (select auth.uid())
    and (actor_id is null or actor_id <> all ((select private.muted_ids())::uuid[]))
    -- Not while the actor is banned.
    and (actor_id is null or not private.is_banned(actor_id))
    and (
      case
        when type = 'drop' then exists (
          select from public.voice_drops as posted
          where posted.id = reference_id
            and not posted.hashtags && (select private.muted_subjects('hashtag'))::text[]
            and not private.contains_any_word(posted.title, (select private.muted_subjects('word'))::text[])
        )
        else reference_id is null or exists (select from public.voice_drops where id = reference_id)
      end
    )
    and (
      comment_id is null
      or not private.contains_any_word(content, (select private.muted_subjects('word'))::text[])
      -- Not once the comment was removed.
      and not private.is_removed(comment_id)
    )
    and (type <> 'request' or not private.is_declined(actor_id, recipient_id, created_at))
  );

create policy "People mark their own notifications as read"
  on public.notifications for update to authenticated
  using (recipient_id = (select auth.uid()))
  with check (recipient_id = (select auth.uid()));

create function private.delete_old_notifications() returns int
language plpgsql
set search_path = ''
as $$
declare
  deleted int;
begin
  -- Rows that another transaction is changing or deleting are skipped.
  delete from public.notifications where id = any (array(
    select notification.id
    from (
      -- Nobody else has more than an hour ago, when the job ran before.
      select distinct recipient_id from public.notifications
      where created_at > now() - interval '2 hours'
    ) as receiving,
      lateral (
        -- As in packages/domain: NOTIFICATIONS_KEPT_MAX.
        select created_at from public.notifications as newest
        where newest.recipient_id = receiving.recipient_id
        order by created_at desc offset 499 limit 1
      ) as last_kept
    join public.notifications as notification on notification.created_at < last_kept.created_at
    where notification.recipient_id = receiving.recipient_id
    for update of notification skip locked
  )) or id = any (array(
    -- As in packages/domain: NOTIFICATIONS_KEPT_DAYS.
    select id from public.notifications
    where created_at < now() - interval '90 days'
    for update skip locked
  ));
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function private.delete_old_notifications is
  'Deletes notifications older than 90 days, and those beyond the newest 500 of each account that has received one within two hours. Returns the number of deleted rows.';
