import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useSession } from '#features/session/session-context.ts';
import { useApp } from '#lib/app.ts';
import { toastMissingCode } from '#ui/lazy-part.tsx';
import type { ReactionName } from './mutations.ts';

/** If its first fetch fails, it is fetched once more. The service worker keeps it for use without a network. */
const fetchCode = () => import('./reaction-press.ts');
const loadCode = () => fetchCode().catch(fetchCode);

/** The key of the local edit that sets a reaction to a drop. */
export function reactionEditKey(name: ReactionName, dropId: string): string {
  return `${name} ${dropId}`;
}

interface ReactionState {
  isOn: boolean;
  /** Shows a state wherever the drop is shown. See `LocalEdits.change`. */
  show: (on: boolean, at: number) => void;
  /** Called when the server has the state. */
  onWritten: () => void;
}

/**
 * Likes or bookmarks a drop, or undoes that.
 *
 * @returns the props of its button. A press changes the reaction at once, and it is reverted when the write fails.
 *   Without a network it is queued, which the page's notice says
 */
export function useReaction(
  name: ReactionName,
  dropId: string,
  { isOn, show, onWritten }: ReactionState,
): Pick<ComponentProps<'button'>, 'aria-pressed' | 'onClick'> {
  const { client, edits } = useApp();
  const session = useSession();
  const navigate = useNavigate();

  const press = async () => {
    const { status } = session;
    const page = { session, client, navigate };
    // In the status `loading` the session is being renewed: the write fails if it has ended.
    const isVisitor = status === 'signed-out' || status === 'second-step';
    // Until it has been sent, a queued reaction is shown on top of every response.
    let isQueued = false;
    try {
      if (isVisitor) {
        (await loadCode()).promptForReaction(name, dropId, page);
        return;
      }
      const isWritten = await edits.change(reactionEditKey(name, dropId), {
        from: isOn,
        to: !isOn,
        show: (on, at) => show(on, isQueued ? Infinity : at),
        write: async (on) => {
          const code = await loadCode();
          isQueued = await code.writeOrQueueReaction(client, name, dropId, on);
        },
      });
      if (!isWritten || isQueued) return;
      onWritten();
      (await loadCode()).toastReaction(name, !isOn);
    } catch (cause) {
      loadCode().then((code) => code.toastReactionFailure(name, cause, page), toastMissingCode);
    }
  };
  return {
    'aria-pressed': isOn,
    onClick: () => void press(),
    ...(!isOn && session.refusal?.props),
  };
}
