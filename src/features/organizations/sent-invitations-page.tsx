import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { INVITATIONS_PAGE_SIZE } from '#contract/limits.ts';
import { cancelAdminInvitation, listAdminInvitations, type AdminInvitation } from '#contract/organizations.ts';
import { adminInvitationsText as text, adminsText } from '#contract/text/organizations-admins.ts';
import { CallError } from '#store/api.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Fab } from '#ui/buttons/fab.tsx';
import { AddIcon, CloseIcon, CommunityIcon, MailIcon } from '#ui/icons.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatDate } from '#app/format/format.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { AdminsPage } from './admins-page.tsx';
import { useOrganization, type ActingFor } from './use-organization.ts';

const recipientOf = ({ email, name }: AdminInvitation): string => email ?? name ?? '';

/** Invitations of administrators that wait for an answer: the invite page's variant for organizations. Source: INV-011. */
export function SentInvitationsPage() {
  const acting = useOrganization();
  // Without an organization it says why there is none.
  return acting ? <Sent key={acting.scope} acting={acting} /> : <AdminsPage />;
}

/** Takes one invitation back, after a question. */
const useCancelling = ({ organization, scope }: ActingFor, onChanged: () => void) => {
  const call = useOnlineCall();
  const [asked, ask] = useState<AdminInvitation>();
  const [isBusy, setBusy] = useState(false);
  const cancel = async (invitation: AdminInvitation): Promise<void> => {
    setBusy(true);
    try {
      await call(cancelAdminInvitation, { id: organization.id, invitationId: invitation.id }, { scope });
      showToast({ text: text.cancelled, kind: 'success' });
    } catch (error) {
      showToast({ text: failureText(error, adminsText.failed), kind: 'failure' });
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
      ask(undefined);
      // Also after a refusal: the list may be old.
      onChanged();
    }
  };
  return { asked, ask, isBusy, cancel };
};

function Sent({ acting }: { acting: ActingFor }) {
  const { organization, scope } = acting;
  const navigate = useNavigate();
  const paged = usePagedAnswer(
    listAdminInvitations,
    organization.id,
    (page) => ({ id: organization.id, limit: INVITATIONS_PAGE_SIZE, offset: page * INVITATIONS_PAGE_SIZE }),
    scope,
  );
  const { asked, ask, isBusy, cancel } = useCancelling(acting, paged.answered.reload);
  return (
    <ListPage
      title={text.sentTitle}
      className="page--fab"
      overlays={
        <>
          <Fab
            icon={<AddIcon />}
            onClick={() => void navigate({ to: '/invite-friend/email/create', search: { variant: 'admin' } })}
          >
            {adminsText.byEmail}
          </Fab>
          {asked && (
            <ConfirmDialog
              open
              danger
              title={text.cancelTitle(recipientOf(asked))}
              description={text.cancelText}
              cancelLabel={text.back}
              onCancel={() => ask(undefined)}
              confirmLabel={text.cancel}
              busy={isBusy ? adminsText.working : undefined}
              onConfirm={() => void cancel(asked)}
            />
          )}
        </>
      }
    >
      <AnswerList paged={paged} shape="row" empty={<EmptyState drawing="quiet" title={text.sentNone} />}>
        {(invitations) => (
          <RowList label={text.sentList}>
            {invitations.map((each) => (
              <InvitationRow key={each.id} invitation={each} onCancel={() => ask(each)} />
            ))}
          </RowList>
        )}
      </AnswerList>
    </ListPage>
  );
}

function InvitationRow({ invitation, onCancel }: { invitation: AdminInvitation; onCancel: () => void }) {
  const waitReason = useWaitReason(adminsText.offline);
  const { id, email, expiresAt, mayCancel, undeliveredAt } = invitation;
  const name = recipientOf(invitation);
  return (
    <ListRow
      leading={email === null ? <CommunityIcon aria-hidden="true" /> : <MailIcon aria-hidden="true" />}
      title={name}
      align={undeliveredAt ? 'start' : undefined}
      time={undeliveredAt ? text.undelivered : text.until(formatDate(expiresAt))}
      trailing={
        <>
          {undeliveredAt && <Badge tone="danger">{text.undeliveredBadge}</Badge>}
          <RowMenu
            name={name}
            of={id}
            items={[
              {
                label: text.cancel,
                icon: <CloseIcon />,
                danger: true,
                disabled: waitReason !== undefined || !mayCancel,
                help: waitReason ?? (mayCancel ? undefined : text.notOwn),
                onSelect: onCancel,
              },
            ]}
          />
        </>
      }
    />
  );
}
