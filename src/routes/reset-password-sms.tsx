import { createFileRoute } from '@tanstack/react-router';
import { signedOutOnly } from '#app/navigation/guards.ts';
import { ResetBySmsPage } from '#features/auth/sign-in/reset-request-page.tsx';

export const Route = createFileRoute('/reset-password-sms')({ beforeLoad: signedOutOnly, component: ResetBySmsPage });
