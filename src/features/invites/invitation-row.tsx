import type { Invitation } from '#contract/invites.ts';
import { invitesText as text } from '#contract/text/invites.ts';
import { Badge, type BadgeProps } from '#ui/tiles/badge.tsx';
import {
  CloseIcon,
  CopyIcon,
  DeleteIcon,
  LinkIcon,
  MailIcon,
  NotificationsIcon,
  PausedIcon,
  PhoneIcon,
  PlayIcon,
  QrIcon,
  RetryIcon,
  ShareIcon,
} from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowMenu, type RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { shareLink } from '#app/device/share-link.ts';
import { formatDate } from '#app/format/format.ts';
import { codeText } from './code-text.ts';
import type { InvitationActions } from './use-invitation-actions.ts';
import { copyCode, copyInvite, linkOf } from './use-copy.ts';
import './invites.css';

const TONES: Partial<Record<Invitation['status'], BadgeProps['tone']>> = { pending: 'warn', joined: 'success' };

interface RowProps {
  invitation: Invitation;
  actions: InvitationActions;
  /** Why nothing can be changed now. */
  waitReason: string | undefined;
  onShowCode: () => void;
}

/** One invitation: the code, to whom, when, its status, and what can be done with it. Source: INV-009, INV-026, INV-027. */
export function InvitationRow(props: RowProps) {
  const { code, status, email, phoneNumber, delivery, createdAt, undeliveredAt } = props.invitation;
  const isUndelivered = Boolean(undeliveredAt) && ['pending', 'suspended', 'expired'].includes(status);
  const isRefused = isUndelivered || (delivery === 'refused' && status === 'pending');
  return (
    <ListRow
      align="start"
      leading={email === null ? <PhoneIcon aria-hidden="true" /> : <MailIcon aria-hidden="true" />}
      title={<span className="invites__short">{codeText(code)}</span>}
      text={email ?? phoneNumber}
      time={
        isRefused
          ? isUndelivered
            ? text.undelivered
            : text.refused
          : delivery === 'waiting' && status === 'pending'
            ? text.waiting
            : text.sent(formatDate(createdAt))
      }
      trailing={
        <>
          <Badge tone={isRefused ? 'danger' : (TONES[status] ?? 'plain')}>{text.statuses[status]}</Badge>
          <RowMenu name={code} of={props.invitation.id} items={itemsOf(props)} />
        </>
      }
    />
  );
}

/** Why no reminder can be sent now. */
const reminderHelp = ({ remindersLeft, nextReminderAt, undeliveredAt }: Invitation): string | undefined => {
  if (undeliveredAt) return text.undeliveredHelp;
  if (remindersLeft === 0) return text.reminderUsed;
  return nextReminderAt === null ? undefined : text.reminderAt(formatDate(nextReminderAt));
};

const itemsOf = ({ invitation, actions, waitReason, onShowCode }: RowProps): RowMenuItem[] => {
  const { code, status, undeliveredAt } = invitation;
  const change = (label: string, icon: RowMenuItem['icon'], onSelect: () => void, help?: string): RowMenuItem => ({
    label,
    icon,
    onSelect,
    disabled: waitReason !== undefined || help !== undefined || actions.isBusy,
    help: waitReason ?? help,
  });
  const items: RowMenuItem[] = [];
  if (status === 'pending')
    items.push(
      { label: text.copyCode, icon: <CopyIcon />, onSelect: () => void copyCode(code) },
      { label: text.copyInvite, icon: <LinkIcon />, onSelect: () => void copyInvite(code) },
      { label: text.share, icon: <ShareIcon />, onSelect: () => void shareLink(text.title, linkOf(code)) },
      { label: text.showCode, icon: <QrIcon />, onSelect: onShowCode },
      change(text.remind, <NotificationsIcon />, () => actions.remind(invitation), reminderHelp(invitation)),
      change(text.pause, <PausedIcon />, () => actions.suspend(invitation)),
    );
  if (status === 'expired')
    items.push(
      change(
        text.resend,
        <RetryIcon />,
        () => actions.resend(invitation),
        undeliveredAt ? text.undeliveredHelp : undefined,
      ),
    );
  if (status === 'suspended') items.push(change(text.activate, <PlayIcon />, () => actions.activate(invitation)));
  if (status === 'pending' || status === 'suspended')
    items.push({
      ...change(text.cancel, <CloseIcon />, () => actions.ask({ act: 'cancel', invitation })),
      danger: true,
    });
  if (status !== 'deleted')
    items.push({
      ...change(text.delete, <DeleteIcon />, () => actions.ask({ act: 'delete', invitation })),
      danger: true,
    });
  return items;
};
