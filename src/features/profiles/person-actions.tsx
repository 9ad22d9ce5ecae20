import { useState } from 'react';
import { blocksText } from '#contract/text/blocks.ts';
import { BlockIcon, UnblockIcon } from '#ui/icons.ts';
import { RowMenuPopup } from '#ui/overlays/row-menu-popup.tsx';
import type { RowMenuPopupState } from '#ui/overlays/row-menu.tsx';
import { BlockDialog } from '#app/blocks/block-dialog.tsx';
import { useBlock } from '#app/blocks/use-block.ts';
import type { PersonMenuProps } from './person-menu.tsx';

export interface PersonActionsProps extends PersonMenuProps, RowMenuPopupState {}

/** The list of a person's menu with its dialog; loaded when the menu opens. */
export function PersonActions({ page, isBlocked, ...menu }: PersonActionsProps) {
  const { unblock } = useBlock();
  const [isAsked, setAsked] = useState(false);
  const person = { id: page.userId, name: page.name, userPhoto: page.photo };
  const item = isBlocked
    ? { label: blocksText.unblockName(page.name), icon: <UnblockIcon />, onSelect: () => void unblock(person) }
    : { label: blocksText.blockName(page.name), icon: <BlockIcon />, danger: true, onSelect: () => setAsked(true) };
  return (
    <>
      <RowMenuPopup {...menu} items={[item]} />
      <BlockDialog open={isAsked} onClose={() => setAsked(false)} person={person} />
    </>
  );
}
