import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { EmailPage } from '#features/account/settings/email-page.tsx';

export const Route = createFileRoute('/account-setting/email')({ beforeLoad: withRegistration, component: EmailPage });
