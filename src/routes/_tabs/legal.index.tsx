import { createFileRoute } from '@tanstack/react-router';
import { LegalListPage } from '#features/pages/legal-list-page.tsx';

export const Route = createFileRoute('/_tabs/legal/')({ component: LegalListPage });
