import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { WidgetSettingsPage } from '#features/dashboard/widget-settings-page.tsx';

export const Route = createFileRoute('/_tabs/dashboard/educator/widget-settings')({
  beforeLoad: asCreator,
  component: WidgetSettingsPage,
});
