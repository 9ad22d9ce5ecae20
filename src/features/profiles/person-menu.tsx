import type { ProfilePage } from '#contract/profiles.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import type { PersonActionsProps } from './person-actions.tsx';

const PersonActions = lazyOverlay<PersonActionsProps>(async () => (await import('./person-actions.tsx')).PersonActions);

export interface PersonMenuProps {
  /** Of somebody else. */
  page: ProfilePage;
}

/** What a person can do about somebody else. */
export function PersonMenu({ page }: PersonMenuProps) {
  return (
    <RowMenu
      className="profile__more"
      name={page.name}
      of={page.userId}
      popup={(state) => <PersonActions {...state} page={page} />}
    />
  );
}
