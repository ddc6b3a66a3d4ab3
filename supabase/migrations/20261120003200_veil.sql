-- Veil is a voice filter beside the seven that voice_drops began with: the order is that of the picker.

alter table public.voice_drops
  drop constraint voice_drops_filter_used_check,
  add constraint voice_drops_filter_used_check check (
    filter_used in ('original', 'veil', 'chipmunk', 'deep', 'robot', 'echo', 'vintage', 'megaphone')
  );
