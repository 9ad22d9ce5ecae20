import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { PhonePage } from '#features/account/settings/phone-page.tsx';

export const Route = createFileRoute('/account-setting/phone')({ beforeLoad: withRegistration, component: PhonePage });
