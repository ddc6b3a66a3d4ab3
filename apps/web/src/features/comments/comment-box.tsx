import { commentSchema } from '@undertone/domain/comment';
import { COMMENT_MAX_LENGTH } from '@undertone/domain/limits';
import { countCharacters, fits } from '@undertone/domain/characters';
import { cleanText, hasContent } from '@undertone/domain/text';
import { clsx } from 'clsx';
import { SendHorizontal } from 'lucide-react';
import { useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { ClipRecorder } from '#features/clips/recorder/clip-recorder.tsx';
import type { ClipRecorderProps } from '#features/clips/recorder/ready-clip.ts';
import type { TakePurpose } from '#features/clips/take/take-purpose.ts';
import { PostError } from '#features/clips/upload/post-error.ts';
import { useSession } from '#features/session/session-context.ts';
import type { SentClip } from './send-clip.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { useDraft, useDrafts } from '#lib/text-drafts.ts';
import { MentionList } from './mention-list.tsx';
import { completeMention } from './mention.ts';
import { useMentions } from './use-mentions.ts';

/** The length from which the counter is shown. */
const COUNTER_MIN_LENGTH = COMMENT_MAX_LENGTH - 100;

interface CommentBoxProps {
  /** The label, e.g. 'Add a comment', also used as placeholder. */
  label: string;
  /** The key of its draft, see `draftKey`. */
  draft: string;
  /** Called with the text, trimmed and not empty. */
  onSend: (content: string) => void;
  /** The recorder of clips, if the comment may have one. `content` is the text, trimmed, and may be empty. */
  clip?: {
    purpose: TakePurpose;
    onSend: (content: string, spoken: SentClip) => Promise<void>;
  };
  /** Called when Escape is pressed. Without this handler Escape closes the dialog. */
  onEscape?: () => void;
  /** Where people to mention are listed: above the box as an overlay, or below it in the flow. */
  mentions: 'above' | 'below';
  /** Buttons besides the one that sends. */
  actions?: ReactNode;
  ref?: Ref<CommentBoxHandle>;
}

export interface CommentBoxHandle {
  /** Focuses the box, with the caret after the text. */
  focus: () => void;
}

/**
 * The text box for a comment or reply. Enter sends, Shift+Enter inserts a line break. An account that may not write
 * sees why in its place; what it has written stays in the draft.
 */
export function CommentBox(props: CommentBoxProps) {
  const { refusal } = useSession();
  if (!refusal) return <OpenCommentBox {...props} />;
  return (
    <div>
      <refusal.Note />
      <div className="flex items-center gap-3 text-sm">{props.actions}</div>
    </div>
  );
}

function OpenCommentBox(props: CommentBoxProps) {
  const { label, draft, onSend, clip, onEscape, mentions: placement, actions, ref } = props;
  const drafts = useDrafts();
  const { text, failure } = useDraft(draft);
  const [caret, setCaret] = useState(text.length);
  const [problem, setProblem] = useState<string>();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const [isRecorderActive, setRecorderActive] = useState(false);
  const nextCaret = useRef<number>(undefined);
  const id = useId();

  useImperativeHandle(ref, () => ({
    focus: () => {
      textarea.current?.focus();
      textarea.current?.setSelectionRange(
        textarea.current.value.length,
        textarea.current.value.length,
      );
    },
  }));

  const chooseMention = (username: string) => {
    const completed = completeMention(text, caret, username);
    nextCaret.current = completed.caret;
    drafts.set(draft, completed.text);
    setCaret(completed.caret);
  };
  // React moves the caret to the end when the value of a textarea is set.
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return;
    textarea.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = undefined;
  });
  const mentions = useMentions(text, caret, chooseMention);

  const send = () => {
    // The words go with the recording, by the recorder's own button.
    if (isRecorderActive) return;
    const verdict = commentSchema.safeParse(text);
    if (verdict.success) onSend(verdict.data);
    else if (hasContent(text)) setProblem(verdict.error.issues[0]?.message);
  };

  const sendClip: ClipRecorderProps['onSend'] = async (ready, options) => {
    const verdict = commentSchema.safeParse(text);
    if (!verdict.success && hasContent(text)) {
      setProblem(verdict.error.issues[0]?.message);
      throw new PostError('cancelled');
    }
    await clip?.onSend(verdict.data ?? '', { clip: ready, options });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // During composition, as in Japanese, keys belong to the input method; Safari signals it only by key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const isHandled = mentions.onKeyDown(event) || handleKey(event);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Enter' && !event.shiftKey) send();
    else if (event.key === 'Escape' && onEscape) onEscape();
    else return false;
    return true;
  };

  const content = cleanText(text);
  const isTooLong = !fits(content, COMMENT_MAX_LENGTH);
  const shownProblem = isTooLong ? problem : failure;
  const list = mentions.isOpen && (
    <MentionList
      mentions={mentions}
      className={placement === 'above' ? 'absolute inset-x-0 bottom-full z-10 mb-2' : 'mt-2'}
    />
  );

  return (
    <div className="relative w-full">
      {placement === 'above' && list}
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 grow basis-40">
          <Textarea
            ref={textarea}
            rows={1}
            value={text}
            aria-label={label}
            placeholder={`${label}...`}
            enterKeyHint="send"
            {...mentions.textProps}
            aria-invalid={isTooLong || undefined}
            aria-describedby={`${id}-problem ${id}-counter`}
            onChange={(event) => {
              drafts.set(draft, event.target.value);
              setCaret(event.target.selectionStart);
              setProblem(undefined);
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
            className="block max-h-40 min-h-11 overflow-y-auto py-2.5! text-[0.9375rem] leading-normal"
          />
        </div>
        <IconButton
          label="Send"
          variant="ink"
          {...(isRecorderActive && { className: 'hidden' })}
          disabled={!hasContent(text)}
          onClick={() => {
            // Sending disables this button, which would lose the focus.
            textarea.current?.focus();
            send();
          }}
        >
          <SendHorizontal />
        </IconButton>
        {clip && (
          <ClipRecorder purpose={clip.purpose} onSend={sendClip} onActive={setRecorderActive} />
        )}
      </div>
      {placement === 'below' && list}
      <output className="sr-only">
        {mentions.isOpen &&
          `${mentions.people.length} ${mentions.people.length === 1 ? 'person' : 'people'} to mention. Use the arrow keys.`}
      </output>
      <div className="flex items-center gap-3 text-sm">
        {actions}
        {shownProblem !== undefined && (
          <p id={`${id}-problem`} role="alert" className="text-danger">
            {shownProblem}
          </p>
        )}
        <p
          id={`${id}-counter`}
          className={clsx(
            'ml-auto tabular-nums empty:hidden',
            isTooLong ? 'text-danger' : 'text-ink-faint',
          )}
        >
          {text.length >= COUNTER_MIN_LENGTH && `${countCharacters(content)}/${COMMENT_MAX_LENGTH}`}
        </p>
      </div>
    </div>
  );
}
