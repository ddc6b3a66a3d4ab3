import { ExternalLink } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { SharedLink } from '#ui/share-link.ts';
import { mastodonShareUrl, shareTargets } from './share-targets.ts';

/** Links to other services' share pages, for a grid. The app sends a service no request before its link is followed. */
export function ShareTargets({ link }: { link: SharedLink }) {
  return shareTargets(link).map(({ label, url }) => (
    <a
      key={label}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ variant: 'secondary' })}
    >
      <ExternalLink aria-hidden="true" /> {label}
    </a>
  ));
}

/** Shares on the person's own Mastodon server. */
export function ShareOnMastodon({ link }: { link: SharedLink }) {
  const [server, setServer] = useState('');
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const url = mastodonShareUrl(server, link);
    if (url === undefined) setError('Please enter a server, like mastodon.social.');
    else window.open(url, '_blank', 'noopener,noreferrer');
  };

  return (
    <form noValidate className="mt-5 grid grid-cols-1 gap-3" onSubmit={submit}>
      <TextField
        label="Your Mastodon server"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="mastodon.social"
        value={server}
        error={error}
        onValueChange={(text) => {
          setServer(text);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="secondary" className="justify-self-start">
        <ExternalLink aria-hidden="true" /> Mastodon
      </Button>
    </form>
  );
}
