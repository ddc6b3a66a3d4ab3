import { Link } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { buttonClass } from '#ui/button-class.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Input } from '#ui/input.tsx';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';
import { Page } from './page.tsx';

/** A placeholder by specification: the page loads and sends nothing. */
export function MessagesPage() {
  return (
    <Page title="Messages" width="wide">
      <div className="grid overflow-hidden rounded-xl border border-line bg-paper-raised md:min-h-[min(36rem,64dvh)] md:grid-cols-[18rem_1fr]">
        <section
          aria-label="Conversations"
          className="grid place-items-center border-b border-line p-10 text-ink-soft md:border-r md:border-b-0"
        >
          No conversations yet
        </section>
        <section aria-label="Conversation" className="flex flex-col">
          <div className="grid grow place-items-center px-6 py-16 text-center">
            <div>
              <WaveformOrnament className="mx-auto mb-6 h-9 text-line-strong" />
              <p className="font-display text-xl">Select a conversation</p>
              <p className="mx-auto mt-2 mb-6 max-w-sm text-ink-soft">
                What two people say to each other alone will be here. Nothing can be sent yet;
                people answer each other in the comments.
              </p>
              <Link to="/explore" className={buttonClass({ variant: 'secondary' })}>
                Explore Drops
              </Link>
            </div>
          </div>
          <div className="flex items-center gap-2 border-t border-line p-4">
            <Input
              aria-label="Message"
              placeholder="Type a message..."
              disabled
              className="rounded-full!"
            />
            <IconButton label="Send" disabled>
              <Send />
            </IconButton>
          </div>
        </section>
      </div>
    </Page>
  );
}
