import { createFileRoute } from '@tanstack/react-router';
import { ProfileById } from '#features/profiles/own-profile.tsx';

export const Route = createFileRoute('/_tabs/profile/$educatorId')({
  component: function ProfileRoute() {
    const { educatorId } = Route.useParams();
    return <ProfileById id={educatorId} />;
  },
});
