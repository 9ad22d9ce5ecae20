// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import type { ContentMenuProps } from './content-menu.tsx';

const ContentMenu = lazyOverlay<ContentMenuProps>(async () => (await import('./content-menu.tsx')).ContentMenu);

/** The menu of a content that is still shown by the card of its upload. */
export function UploadMenu({ content, ...options }: Pick<ContentMenuProps, 'content' | 'onDialog'>) {
  return (
    <RowMenu
      name={content.filename}
      of={content.id}
      popup={(state) => <ContentMenu {...state} content={content} {...options} />}
    />
  );
}
