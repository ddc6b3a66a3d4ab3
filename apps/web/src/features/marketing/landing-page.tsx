import { buttonClass } from '#ui/button-class.ts';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';
import { SiteLink } from '#ui/site-link.tsx';
import { MarketingFooter } from './marketing-footer.tsx';
import { MarketingHeader } from './marketing-header.tsx';
import { SampleCards } from './sample-cards.tsx';

/** The page for visitors: what Undertone is, samples to play, and links to sign up and log in. */
export function LandingPage() {
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <MarketingHeader signInLabel="log in" />
      <main className="mx-auto grid w-full max-w-6xl grow items-center gap-16 px-6 pt-8 pb-24 sm:px-10 lg:grid-cols-[1.1fr_1fr] lg:pb-32">
        <div>
          <WaveformOrnament className="mb-10 h-11 text-line-strong" />
          <h1 className="text-5xl leading-[1.04] sm:text-7xl">Say it softly. Be heard.</h1>
          <p className="mt-7 max-w-lg text-lg text-ink-soft sm:text-xl">
            There is something you have wanted to say out loud. You have a minute, a microphone, and
            a voice that need not sound like yours.
          </p>
          <div className="mt-10 flex flex-wrap gap-3">
            <SiteLink
              href="/auth?tab=sign-up"
              className={`${buttonClass({ size: 'lg' })} max-sm:w-full`}
            >
              get started
            </SiteLink>
            <SiteLink
              href="/feed"
              className={`${buttonClass({ variant: 'secondary', size: 'lg' })} max-sm:w-full`}
            >
              listen first
            </SiteLink>
          </div>
          <p className="mt-5 text-sm text-ink-faint">
            Until you post it, your recording is stored on your device and nowhere else.
          </p>
        </div>
        <SampleCards />
      </main>
      {!isInNativeApp() && <MarketingFooter />}
    </div>
  );
}

/**
 * Whether the page is shown inside a native app, whose own bars replace the footer: Capacitor's
 * bridge is present, or the user agent names the app.
 */
function isInNativeApp(): boolean {
  return 'Capacitor' in window || /\bUndertoneApp\//.test(navigator.userAgent);
}
