import type { Admin } from '#contract/organizations.ts';
import { adminsText as text } from '#contract/text/organizations-admins.ts';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { Badge } from '#ui/tiles/badge.tsx';
import { DeleteIcon, LogOutIcon, SettingsIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowMenu, type RowMenuItem } from '#ui/overlays/row-menu.tsx';

export const nameOf = ({ firstName, lastName }: Pick<Admin, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

interface AdminRowProps {
  admin: Admin;
  isSelf: boolean;
  /** The person who looks at the list is the Owner. */
  isOwner: boolean;
  /** Why nothing can be changed now. */
  waitReason: string | undefined;
  onRole: () => void;
  onRemove: () => void;
  onLeave: () => void;
}

/** One administrator; only the Owner has buttons on others, and an Admin may leave. Source: ADM-007, ADM-014. */
export function AdminRow(props: AdminRowProps) {
  const { admin, isSelf } = props;
  const name = nameOf(admin);
  const items = itemsOf(props);
  return (
    <ListRow
      leading={<Avatar name={name} id={admin.id} src={admin.userPhoto} />}
      title={name}
      text={text.line(text.roles[admin.role], admin.email)}
      time={admin.sportInterests.map((sport) => sport.name).join(', ')}
      trailing={
        (isSelf || items.length > 0) && (
          <>
            {isSelf && <Badge tone="plain">{text.you}</Badge>}
            {items.length > 0 && <RowMenu name={name} of={admin.id} items={items} />}
          </>
        )
      }
    />
  );
}

const itemsOf = ({ isSelf, isOwner, waitReason, onRole, onRemove, onLeave }: AdminRowProps): RowMenuItem[] => {
  const waits = { disabled: waitReason !== undefined, help: waitReason };
  if (isSelf)
    return isOwner ? [] : [{ label: text.leave, icon: <LogOutIcon />, danger: true, onSelect: onLeave, ...waits }];
  if (!isOwner) return [];
  return [
    { label: text.changeRole, icon: <SettingsIcon />, onSelect: onRole, ...waits },
    { label: text.remove, icon: <DeleteIcon />, danger: true, onSelect: onRemove, ...waits },
  ];
};
