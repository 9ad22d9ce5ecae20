import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '#features/pages/help-page.tsx';

export const Route = createFileRoute('/_tabs/help-support/')({ component: HelpPage });
