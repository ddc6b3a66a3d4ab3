import { RankedDropList } from '#features/drops/ranking/ranked-drop-list.tsx';
import type { RankedList } from '#features/drops/ranking/ranked-list.ts';
import EmptyFeedContent from './empty-feed-content.tsx';

/** A tab of the feed whose drops are ordered by what people did. */
export default function RankedDrops({ list }: { list: RankedList }) {
  return (
    <RankedDropList
      list={list}
      source={list}
      empty={<EmptyFeedContent tab={list} />}
      emptyAsHeard={<EmptyFeedContent tab="unheard" />}
    />
  );
}
