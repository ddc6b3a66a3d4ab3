import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { arrivalWords } from './arrival-words.ts';
import { AuthFrame } from './auth-frame.tsx';
import type { NextSearch } from '#features/session/next-search.ts';
import type { ArrivalNews } from '#features/session/session-store.ts';

interface CallbackPageProps {
  news: ArrivalNews;
  /** Lets someone who is signed in go on; undefined for who is not. */
  onGoOn: (() => void) | undefined;
  /** What signing in then has to know. */
  search: NextSearch;
}

/** Says what became of a link from a mail, or of the way back from a third party, where it did not just work. */
export function CallbackPage({ news, onGoOn, search }: CallbackPageProps) {
  const { heading, lead } = arrivalWords(news);
  return (
    <AuthFrame title={heading} heading={heading} lead={<output>{lead}</output>}>
      {onGoOn ? (
        <Button size="lg" onClick={onGoOn}>
          Go on
        </Button>
      ) : (
        <Link to="/auth" search={search} className={buttonClass({ size: 'lg' })}>
          Go to sign in
        </Link>
      )}
    </AuthFrame>
  );
}
