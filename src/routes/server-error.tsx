import { createFileRoute } from '@tanstack/react-router';
import { ServerErrorPage } from '#app/frame/server-error-page.tsx';

export const Route = createFileRoute('/server-error')({ component: ServerErrorPage });
