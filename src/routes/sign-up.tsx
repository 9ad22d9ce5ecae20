import { createFileRoute } from '@tanstack/react-router';
import { signedOutOnly } from '#app/navigation/guards.ts';
import { SignUpPage } from '#features/auth/join/sign-up-page.tsx';

export const Route = createFileRoute('/sign-up')({ beforeLoad: signedOutOnly, component: SignUpPage });
