import { Button } from '#ui/button.tsx';
import { SiteLink } from '#ui/site-link.tsx';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';
import { MarketingFrame } from './marketing-frame.tsx';

/** Says that no position is open. By the specification the button does nothing. */
export function JobsPage() {
  return (
    <MarketingFrame title="Jobs">
      <div className="mx-auto grid max-w-268 items-center gap-12 lg:grid-cols-[1fr_1.2fr] lg:gap-20">
        <div>
          <h1 className="text-4xl sm:text-6xl">Jobs</h1>
          <p className="mt-6 max-w-sm text-lg text-ink-soft">
            We are a small team and like it that way. When we look for someone, it will say so here
            first: who we need, what the work is, and what it pays.
          </p>
          <p className="mt-4 max-w-sm text-ink-soft">
            Until then, the best way to know us is{' '}
            <SiteLink href="/about" className="underline underline-offset-3">
              what we make
            </SiteLink>
            .
          </p>
        </div>
        <div className="rounded-xl border border-line bg-paper-raised px-6 py-16 text-center sm:py-24">
          <WaveformOrnament className="mx-auto mb-8 h-12 text-line-strong" />
          <h2 className="text-3xl">No open positions</h2>
          <p className="mx-auto mt-3 max-w-sm text-ink-soft">
            Nothing at the moment. If you think that we are wrong about that, hold on to this page.
          </p>
          <Button variant="secondary" className="mt-8">
            Send resume
          </Button>
        </div>
      </div>
    </MarketingFrame>
  );
}
