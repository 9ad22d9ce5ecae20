import { createFileRoute, useLocation } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { ThankYouPage } from '#features/storage/thank-you-page.tsx';

export const Route = createFileRoute('/thank-you')({
  beforeLoad: withRegistration,
  component: function ThankYou() {
    return <ThankYouPage thanks={useLocation().state.thanks} />;
  },
});
