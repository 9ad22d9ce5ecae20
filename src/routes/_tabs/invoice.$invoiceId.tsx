import { createFileRoute, redirect } from '@tanstack/react-router';
import { rowId } from '#app/navigation/search.ts';
import { InvoicePage } from '#features/invoices/invoice-page.tsx';

export const Route = createFileRoute('/_tabs/invoice/$invoiceId')({
  beforeLoad: ({ params: { invoiceId } }) => {
    if (!rowId(invoiceId)) throw redirect({ to: '/invoice-history' });
  },
  component: function InvoiceRoute() {
    const { invoiceId } = Route.useParams();
    return <InvoicePage key={invoiceId} invoiceId={invoiceId} />;
  },
});
