import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { CommunicationMethodPage } from '#features/account/settings/communication-method-page.tsx';

export const Route = createFileRoute('/account-setting/communication-method')({
  beforeLoad: withRegistration,
  component: CommunicationMethodPage,
});
