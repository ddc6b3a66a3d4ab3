import { useEffect, useRef } from 'react';
import { useOnline } from '#ui/use-online.ts';
import { Waveform } from '#ui/waveform.tsx';
import { CommentFrame } from './comment-frame.tsx';
import type { NewComment } from './mutations.ts';

/** A comment that is being sent, scrolled into view. */
export function SendingComment({ comment }: { comment: NewComment }) {
  const isOnline = useOnline();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    item.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <li ref={item} aria-busy="true" className="opacity-60">
      <CommentFrame
        author={comment.author}
        content={comment.content}
        aside={
          <span className="text-sm text-ink-soft">
            {isOnline || !comment.spoken ? 'Sending...' : 'Waiting for the network...'}
          </span>
        }
        clip={
          comment.spoken && (
            <Waveform peaks={comment.spoken.clip.waveform} className="mt-2 h-11 max-w-md" />
          )
        }
      >
        {/* Reserves the height of the buttons that a sent comment has. */}
        <div className="h-10" />
      </CommentFrame>
    </li>
  );
}
