import { ExternalLink } from 'lucide-react';
import { SettingsCard } from './settings-card.tsx';

const pages = [
  { label: 'Help Center', href: '/faqs' },
  { label: 'Privacy Policy', href: '/privacy' },
  { label: 'Terms of Service', href: '/terms' },
  { label: 'About', href: '/about' },
];

/** Links to help and legal pages. They open in a new tab, so that unsaved edits on this page are kept. */
export function SupportCard() {
  return (
    <SettingsCard title="Support &amp; Information">
      <ul className="divide-y divide-line">
        {pages.map(({ label, href }) => (
          <li key={href}>
            <a
              href={href}
              target="_blank"
              rel="noopener"
              className="flex min-h-12 items-center justify-between gap-4 hover:underline"
            >
              {label}
              <span className="sr-only"> (opens in a new tab)</span>
              <ExternalLink aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
            </a>
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}
