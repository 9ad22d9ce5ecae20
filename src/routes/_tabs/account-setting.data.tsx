import { createFileRoute } from '@tanstack/react-router';
import { DataPage } from '#features/account/data/data-page.tsx';

export const Route = createFileRoute('/_tabs/account-setting/data')({ component: DataPage });
