import { Button } from '#ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ChooseUsername } from '#features/session/forms/choose-username.tsx';

interface ChooseUsernamePageProps {
  userId: string;
  /** Called once there is a name, or when it is to wait. */
  onDone: () => void;
}

/** The last step of joining through a third party. It can wait until one wants to post. */
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
