import { useMutation, useMutationState } from '@tanstack/react-query';
import { isNotAuthenticated } from '#features/session/not-authenticated.ts';
import { useApp } from '#lib/app.ts';
import { useSession } from '#features/session/session-context.ts';
import { useSignInPrompt } from '#features/session/use-sign-in-prompt.ts';
import { errorCode, errorMessage, limitReason } from '#lib/backend-error.ts';
import { logFailure } from '#lib/log.ts';
import { randomUuid } from '#lib/random-uuid.ts';
import { toast } from '#ui/toast.ts';
import { PostError, postErrorOf } from '#features/clips/upload/post-error.ts';
import type { Comment } from './comment.ts';
import { draftKey, useDrafts } from '#lib/text-drafts.ts';
import type { SentClip } from './send-clip.ts';
import { addCommentOptions, type CommentedDrop, type NewComment } from './mutations.ts';
import { commentKeys } from './queries.ts';

/** Duration of the toast for an added comment. */
const TOAST_DURATION_MS = 2000;

/** PostgreSQL's foreign_key_violation: the comment that is answered has been deleted. */
const FOREIGN_KEY_VIOLATION = '23503';

/** Shown at the box if the server gave no reason that is meant for people. */
const NOT_SENT = 'Not sent. Your words are still here.';

/** The prompt for visitors and for members whose session has ended. */
export const LOG_IN_TO_COMMENT = 'Please log in to comment';

/**
 * Sends comments and shows the results in toasts, also after the dialog was closed. The text of a comment that could
 * not be sent is put back into its draft.
 */
export function useSendComment(drop: CommentedDrop) {
  const { user, profile, username } = useSession();
  const app = useApp();
  const drafts = useDrafts();
  const promptToSignIn = useSignInPrompt();
  const { mutateAsync: add } = useMutation(addCommentOptions(app, drop));

  /** @param onFailed called with the draft of the text and the cause, which is then thrown */
  const sendAs = async (
    userId: string,
    { content, replyTo, spoken }: Pick<NewComment, 'content' | 'replyTo' | 'spoken'>,
    onFailed: (draft: string, cause: unknown) => void,
  ): Promise<void> => {
    const draft = draftKey(userId, drop.id, replyTo?.id);
    const author = { userId, username, avatarUrl: profile?.avatarUrl ?? undefined };
    drafts.send(draft, content);
    try {
      await add({ key: randomUuid(), author, content, spoken, replyTo });
    } catch (cause) {
      onFailed(draft, cause);
      throw cause;
    }
    drafts.confirmSent(draft, content);
    toast.success(replyTo ? 'Reply added successfully' : 'Comment added successfully', {
      duration: TOAST_DURATION_MS,
    });
  };

  return {
    /** Sends words, and resolves with whether they were added. */
    send: async (content: string, replyTo?: Comment): Promise<boolean> => {
      if (!user) {
        promptToSignIn(LOG_IN_TO_COMMENT);
        return false;
      }
      const onFailed = (draft: string, cause: unknown) => {
        logFailure('A comment could not be added.', cause);
        const isSignedOut = isNotAuthenticated(cause);
        const description = isSignedOut ? LOG_IN_TO_COMMENT : refusalReason(cause);
        drafts.restoreUnsent(draft, content, description ?? NOT_SENT);
        if (isSignedOut) promptToSignIn(LOG_IN_TO_COMMENT);
        // The box says why.
        else toast.error('Failed to add comment');
      };
      return sendAs(user.id, { content, replyTo }, onFailed).then(
        () => true,
        () => false,
      );
    },
    /**
     * Sends a clip with words or without.
     *
     * @throws {PostError} which the recorder logs and shows
     */
    sendClip: async (content: string, spoken: SentClip, replyTo?: Comment): Promise<void> => {
      if (!user) throw new PostError('signed-out');
      await sendAs(user.id, { content, replyTo, spoken }, (draft, cause) => {
        drafts.restoreUnsent(draft, content);
        if (postErrorOf(cause).problem !== 'cancelled') toast.error('Failed to add comment');
      });
    },
  };
}

/** The server's message if it refused a comment for a limit or because the answered comment is gone. */
function refusalReason(cause: unknown): string | undefined {
  return errorCode(cause) === FOREIGN_KEY_VIOLATION ? errorMessage(cause) : limitReason(cause);
}

/** The comments on a drop that are being sent, in the order of sending. */
export function useSendingComments(dropId: string): NewComment[] {
  return useMutationState({
    filters: { mutationKey: commentKeys.add(dropId), status: 'pending' },
    select: ({ state }) => state.variables,
  }).filter(isNewComment);
}

function isNewComment(variables: unknown): variables is NewComment {
  return typeof variables === 'object' && variables !== null && 'replyTo' in variables;
}
