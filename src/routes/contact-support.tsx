import { createFileRoute } from '@tanstack/react-router';
import { useMaybeAccount } from '#app/data/account.ts';
import { anybody } from '#app/navigation/guards.ts';
import { search, text } from '#app/navigation/search.ts';
import { GuestSupportPage } from '#features/support/guest-support-page.tsx';
import { SupportPage } from '#features/support/support-page.tsx';

export const Route = createFileRoute('/contact-support')({
  validateSearch: search({ subject: text }),
  beforeLoad: anybody,
  component: function ContactSupport() {
    const { subject } = Route.useSearch();
    return useMaybeAccount() ? (
      <SupportPage kind="contact" subject={subject} />
    ) : (
      <GuestSupportPage subject={subject} />
    );
  },
});
