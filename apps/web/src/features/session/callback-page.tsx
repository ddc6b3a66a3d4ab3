import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button-class.ts';
import { arrivalWords } from './arrival-words.ts';
import { AuthFrame } from './auth-frame.tsx';
import type { ArrivalNews } from './session-store.ts';

interface CallbackPageProps {
  news: ArrivalNews;
  /** Where someone who is signed in goes on to; undefined for who is not. */
  next: string | undefined;
}

/** Says what became of a link from a mail, or of the way back from a third party, where it did not just work. */
export function CallbackPage({ news, next }: CallbackPageProps) {
  const { heading, lead } = arrivalWords(news);
  return (
    <AuthFrame title={heading} heading={heading} lead={<output>{lead}</output>}>
      {next === undefined ? (
        <Link to="/auth" className={buttonClass({ size: 'lg' })}>
          Go to sign in
        </Link>
      ) : (
        <Link to={next} className={buttonClass({ size: 'lg' })}>
          Go on
        </Link>
      )}
    </AuthFrame>
  );
}
