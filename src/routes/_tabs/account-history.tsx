import { createFileRoute } from '@tanstack/react-router';
import { AccountHistoryPage } from '#features/account/history/history-page.tsx';

export const Route = createFileRoute('/_tabs/account-history')({ component: AccountHistoryPage });
