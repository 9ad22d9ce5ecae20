import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { DashboardPage } from '#features/dashboard/dashboard-page.tsx';

export const Route = createFileRoute('/_tabs/dashboard/educator/')({ beforeLoad: asCreator, component: DashboardPage });
