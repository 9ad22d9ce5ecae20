import { createFileRoute } from '@tanstack/react-router';
import { WelcomePage } from '../features/join/welcome-page.tsx';

export const Route = createFileRoute('/welcome')({ component: WelcomePage });
