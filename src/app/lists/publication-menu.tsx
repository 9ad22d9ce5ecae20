import type { Publication } from '#contract/rows.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import type { PublicationActionsProps } from './publication-actions.tsx';

const PublicationActions = lazyOverlay<PublicationActionsProps>(
  async () => (await import('./publication-actions.tsx')).PublicationActions,
);

export interface PublicationMenuProps {
  publication: Publication;
  /** Called once the publication was removed from its channel. */
  onRemoved?: (() => void) | undefined;
}

/** The owner's menu of a published item: edit, move to a playlist, share, remove from the channel. */
export function PublicationMenu({ publication, onRemoved }: PublicationMenuProps) {
  return (
    <RowMenu
      name={publication.title}
      of={publication.id}
      popup={(state) => <PublicationActions {...state} publication={publication} onRemoved={onRemoved} />}
    />
  );
}
