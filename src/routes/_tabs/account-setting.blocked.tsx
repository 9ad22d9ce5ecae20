import { createFileRoute } from '@tanstack/react-router';
import { BlockedPage } from '#features/account/blocked/blocked-page.tsx';

export const Route = createFileRoute('/_tabs/account-setting/blocked')({ component: BlockedPage });
