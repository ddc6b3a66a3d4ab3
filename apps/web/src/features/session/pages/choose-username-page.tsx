import { Button } from '#ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ChooseUsername } from '#features/session/forms/choose-username.tsx';

interface ChooseUsernamePageProps {
  userId: string;
  /** Called when the name is saved, or when the user postpones the choice. */
  onDone: () => void;
}

/** The last step of signing up through a provider. Can be postponed until the first post. */
export function ChooseUsernamePage({ userId, onDone }: ChooseUsernamePageProps) {
  return (
    <AuthFrame
      title="Choose your username"
      heading="What shall we call you?"
      lead="Your drops carry this name. It need not be your own."
    >
      <ChooseUsername userId={userId} onChosen={onDone} />
      <Button variant="quiet" className="mt-4 self-center" onClick={onDone}>
        Later
      </Button>
    </AuthFrame>
  );
}
