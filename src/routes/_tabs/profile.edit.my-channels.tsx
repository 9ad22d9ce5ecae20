import { createFileRoute } from '@tanstack/react-router';
import { asCreator } from '#app/navigation/guards.ts';
import { MyChannelsPage } from '#features/profiles/edit/my-channels-page.tsx';

export const Route = createFileRoute('/_tabs/profile/edit/my-channels')({
  beforeLoad: asCreator,
  component: MyChannelsPage,
});
