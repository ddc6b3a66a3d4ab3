import { Button } from '#ui/button.tsx';
import { WaveformOrnament } from '#ui/waveform-ornament.tsx';
import { MarketingFrame } from './marketing-frame.tsx';

/** Says that no position is open. By the specification the button does nothing. */
export function JobsPage() {
  return (
    <MarketingFrame title="Jobs">
      <div className="max-w-2xl lg:mx-auto">
        <h1 className="text-4xl sm:text-6xl">Jobs</h1>
        <p className="mt-6 text-lg text-ink-soft">
          We are a small team and like it that way. When we look for someone, it will say so here
          first: who we need, what the work is, and what it pays.
        </p>
        <div className="mt-12 rounded-xl border border-line bg-paper-raised px-6 py-14 text-center">
          <WaveformOrnament className="mx-auto mb-7 h-9 text-line-strong" />
          <h2 className="text-2xl">No open positions</h2>
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
