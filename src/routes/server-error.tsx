import { createFileRoute } from '@tanstack/react-router';
import { CrashPage } from '#app/frame/crash-page.tsx';

export const Route = createFileRoute('/server-error')({ component: () => <CrashPage /> });
