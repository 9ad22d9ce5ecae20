import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { SupportPage } from '#features/support/support-page.tsx';

export const Route = createFileRoute('/technical-support')({
  beforeLoad: withRegistration,
  component: function TechnicalSupport() {
    return <SupportPage kind="technical" />;
  },
});
