import type { ReactNode } from 'react';
import { Wordmark } from '#ui/logo.tsx';
import { SiteLink } from '#ui/site-link.tsx';
import { ExploreButton } from './explore-button.tsx';

const linkClass = 'rounded-sm text-ink-soft hover:text-ink hover:underline underline-offset-4';

/** The footer of every public page. */
export function MarketingFooter() {
  return (
    <footer className="border-t border-line bg-paper-sunken">
      <div className="mx-auto grid w-full max-w-6xl grid-cols-2 gap-x-6 gap-y-10 px-6 py-14 sm:px-10 md:grid-cols-[1.4fr_0.8fr_0.8fr_1.3fr_auto]">
        <div className="max-md:col-span-2">
          <Wordmark />
          <p className="mt-3 max-w-56 text-sm text-ink-soft">
            Some things are easier to say aloud.
          </p>
        </div>
        <Group title="Company">
          <Item label="About" href="/about" />
          <li>
            <ExploreButton label="Explore" className={linkClass} />
          </li>
          <Item label="Jobs" href="/jobs" />
        </Group>
        <Group title="Support">
          <Item label="FAQs" href="/faqs" />
          <Item label="Contact us" href="/contact" />
        </Group>
        <Group title="Safety">
          <Item label="Privacy Policy" href="/privacy" />
          <Item label="Terms of Use" href="/terms" />
          <Item label="Community Guidelines" href="/community-guidelines" />
          <Item label="Voice Usage" href="/voice-usage" />
        </Group>
        <div>
          <h2 className="font-sans text-sm font-medium">Install App</h2>
          <p className="mt-4 inline-block rounded-md border border-line-strong px-3 py-2 text-sm text-ink-soft md:whitespace-nowrap">
            Soon on the App Store
          </p>
        </div>
      </div>
      <p className="mx-auto w-full max-w-6xl px-6 pb-10 text-sm text-ink-faint sm:px-10">
        © 2025 Undertone. All rights reserved.
      </p>
    </footer>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-sans text-sm font-medium">{title}</h2>
      <ul className="mt-4 space-y-3 text-sm">{children}</ul>
    </div>
  );
}

function Item({ label, href }: { label: string; href: string }) {
  return (
    <li>
      <SiteLink href={href} className={linkClass}>
        {label}
      </SiteLink>
    </li>
  );
}
