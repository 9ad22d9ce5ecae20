import { createFileRoute } from '@tanstack/react-router';
import { withSession } from '#app/navigation/guards.ts';
import { GuardianPage } from '#features/account/guardian/guardian-page.tsx';

export const Route = createFileRoute('/account-setting/guardian')({ beforeLoad: withSession, component: GuardianPage });
