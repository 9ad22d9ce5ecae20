import { createFileRoute, redirect } from '@tanstack/react-router';
import { MonthlyInvoicePage } from '#features/invoices/monthly-invoice-page.tsx';

export const Route = createFileRoute('/_tabs/monthly-invoice/$year/$month')({
  beforeLoad: ({ params: { year, month } }) => {
    if (!/^20\d\d$/.test(year) || !/^(0?[1-9]|1[0-2])$/.test(month)) throw redirect({ to: '/invoice-history' });
  },
  component: function MonthlyInvoice() {
    const { year, month } = Route.useParams();
    return <MonthlyInvoicePage key={`${year}-${month}`} year={Number(year)} month={Number(month)} />;
  },
});
