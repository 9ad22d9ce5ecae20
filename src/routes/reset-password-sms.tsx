import { createFileRoute } from '@tanstack/react-router';
import { signedOutOnly } from '../app/guards.ts';
import { ResetBySmsPage } from '../features/sign-in/reset-request-page.tsx';

export const Route = createFileRoute('/reset-password-sms')({ beforeLoad: signedOutOnly, component: ResetBySmsPage });
