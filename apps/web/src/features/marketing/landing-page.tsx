import { hasStoredSession } from '#lib/has-stored-session.ts';
import { useIsMobile } from '#lib/use-media-query.ts';
import { buttonClass, type ButtonVariant } from '#ui/button-class.ts';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';
import { SiteLink } from '#ui/site-link.tsx';
import { MarketingFooter } from './marketing-footer.tsx';
import { MarketingHeader } from './marketing-header.tsx';
import { OneSample, SampleCards } from './sample-cards.tsx';

/**
 * The page for visitors: what Undertone is, samples to play, and links to sign up and log in. Members
 * see links to their feed instead.
 */
export function LandingPage() {
  const isMobile = useIsMobile();
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <MarketingHeader signInLabel="log in" />
      <main className="mx-auto grid w-full max-w-6xl grow items-center gap-16 px-6 pt-8 pb-24 sm:px-10 lg:grid-cols-[1.1fr_1fr] lg:pb-32">
        <div>
          <WaveformOrnament className="mb-6 h-11 text-line-strong sm:mb-10" />
          <h1 className="text-5xl leading-[1.04] sm:text-7xl">Say it softly. Be heard.</h1>
          <p className="mt-5 max-w-lg text-lg text-ink-soft sm:mt-7 sm:text-xl">
            There is something you have wanted to say out loud. You have a minute, a microphone, and
            a voice that need not sound like yours.
          </p>
          <div className="mt-7 flex flex-wrap gap-3 sm:mt-10">
            {hasStoredSession() ? (
              <>
                <SignInLink href="/app">go to your feed</SignInLink>
                <SignInLink href="/record" variant="secondary">
                  record
                </SignInLink>
              </>
            ) : (
              <>
                <SignInLink href="/auth?tab=sign-up">get started</SignInLink>
                <SignInLink href="/feed" variant="secondary">
                  listen first
                </SignInLink>
              </>
            )}
          </div>
          {isMobile && <OneSample />}
          <p className="mt-5 text-sm text-ink-faint">
            Until you post it, your recording is stored on your device and nowhere else.
          </p>
        </div>
        {!isMobile && <SampleCards />}
      </main>
      {!isInNativeApp() && <MarketingFooter />}
    </div>
  );
}

interface SignInLinkProps {
  href: string;
  variant?: ButtonVariant;
  children: string;
}

function SignInLink({ href, variant = 'primary', children }: SignInLinkProps) {
  // Side by side on a phone as well, so that the sample below stays on the screen.
  return (
    <SiteLink
      href={href}
      className={`${buttonClass({ variant, size: 'lg' })} max-sm:grow max-sm:px-4!`}
    >
      {children}
    </SiteLink>
  );
}

/**
 * Whether the page is shown inside a native app, whose own bars replace the footer: Capacitor's
 * bridge is present, or the user agent names the app.
 */
function isInNativeApp(): boolean {
  return 'Capacitor' in window || /\bUndertoneApp\//.test(navigator.userAgent);
}
