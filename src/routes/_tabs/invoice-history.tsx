import { createFileRoute } from '@tanstack/react-router';
import { count, search } from '#app/navigation/search.ts';
import { InvoiceHistoryPage } from '#features/invoices/invoice-history-page.tsx';

export const Route = createFileRoute('/_tabs/invoice-history')({
  validateSearch: search({ year: count }),
  component: function InvoiceHistory() {
    return <InvoiceHistoryPage year={Route.useSearch().year} />;
  },
});
