import { blocksText } from '#contract/text/blocks.ts';
import type { ProfilePage } from '#contract/profiles.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import type { PersonActionsProps } from './person-actions.tsx';

const PersonActions = lazyOverlay<PersonActionsProps>(async () => (await import('./person-actions.tsx')).PersonActions);

export interface PersonMenuProps {
  page: ProfilePage;
  /** The person blocks them. */
  isBlocked: boolean;
}

/** What a person can do with somebody else, in the head of their profile. */
export function PersonMenu({ page, isBlocked }: PersonMenuProps) {
  return (
    <RowMenu
      className="profile__menu"
      name={blocksText.menuOf(page.name)}
      of={page.userId}
      popup={(state) => <PersonActions {...state} page={page} isBlocked={isBlocked} />}
    />
  );
}
