import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { NamePage } from '#features/account/settings/name-page.tsx';

export const Route = createFileRoute('/account-setting/name')({ beforeLoad: withRegistration, component: NamePage });
