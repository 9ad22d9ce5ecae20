import { createFileRoute } from '@tanstack/react-router';
import { asMember } from '#app/navigation/guards.ts';
import { SubscriptionsPage } from '#features/subscriptions/subscriptions-page.tsx';

export const Route = createFileRoute('/_tabs/learner-subscriptions')({
  beforeLoad: asMember,
  component: SubscriptionsPage,
});
