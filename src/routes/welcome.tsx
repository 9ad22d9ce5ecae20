import { createFileRoute } from '@tanstack/react-router';
import { WelcomePage } from '#features/auth/join/welcome-page.tsx';

export const Route = createFileRoute('/welcome')({ component: WelcomePage });
