-- Lists are read in the whole of their order by an index. By a part of it, all rows that are equal in
-- that part, e.g. all who have as many drops, would be read and judged before the first few are known.

drop index public.profile_counts_drop_count_idx;
create index profile_counts_drop_count_idx on public.profile_counts (drop_count desc, user_id);

drop index public.follows_following_id_idx;
create index follows_following_id_idx
  on public.follows (following_id, created_at desc, id desc);

drop index public.notifications_recipient_id_idx;
create index notifications_recipient_id_idx
  on public.notifications (recipient_id, created_at desc, id desc);
