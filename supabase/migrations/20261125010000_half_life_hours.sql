-- “Why is this here?” tells how fast a list ages, which an operator may change, and would have to take an
-- interval's text apart.

create function public.half_life_hours(public.ranking_lists) returns double precision
language sql stable
set search_path = ''
return extract(epoch from $1.half_life)::double precision / 3600;

comment on function public.half_life_hours is 'A list''s half-life in hours.';
revoke all on function public.half_life_hours from public;
grant execute on function public.half_life_hours to anon, authenticated, service_role;
