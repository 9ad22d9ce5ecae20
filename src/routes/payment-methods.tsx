import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { search, textUpTo } from '#app/navigation/search.ts';
import { PaymentMethodsPage } from '#features/payments/payment-methods-page.tsx';

export const Route = createFileRoute('/payment-methods')({
  validateSearch: search({ card: textUpTo(255) }),
  beforeLoad: withRegistration,
  component: function PaymentMethods() {
    return <PaymentMethodsPage card={Route.useSearch().card} />;
  },
});
