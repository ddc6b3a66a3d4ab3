import { PeopleToFollow } from './people-to-follow.tsx';
import { TagsToFollow } from './tags-to-follow.tsx';

/** Hashtags and people to follow, each with a drop to listen to; side by side where there is room. */
export default function ToFollow() {
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @xl:grid-cols-2">
        <TagsToFollow />
        <PeopleToFollow isOptional={false} />
      </div>
    </div>
  );
}
