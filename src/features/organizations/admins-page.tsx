import { useState } from 'react';
import { Navigate } from '@tanstack/react-router';
import { ADMINS_PAGE_SIZE } from '#contract/limits.ts';
import { listAdmins, type Admin } from '#contract/organizations.ts';
import { adminsText as text } from '#contract/text/organizations-admins.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Fab } from '#ui/buttons/fab.tsx';
import { AddIcon, CommunityIcon, MailIcon, NotificationsIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useMe } from '#app/data/me.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { AdminRow, nameOf } from './admin-row.tsx';
import { RoleSheet } from './role-sheet.tsx';
import { useAdminActions, type AdminActions, type Asked } from './use-admin-actions.ts';
import { useOrganization, type ActingFor } from './use-organization.ts';

/** The administrators of the organization, the Owner first, and the ways to more. Source: ADM-001, ADM-012…ADM-016. */
export function AdminsPage() {
  const me = useMe();
  const acting = useOrganization();
  // Who was removed while the page is open acts for nobody any more.
  if (me && me.lastLoginedRole !== 'organization') return <Navigate to="/dashboard" replace />;
  if (acting) return <Admins key={acting.scope} acting={acting} />;
  return (
    <ListPage title={text.title}>
      {me && (
        <EmptyState drawing="quiet" title={text.notApproved}>
          {text.notApprovedHelp}
        </EmptyState>
      )}
    </ListPage>
  );
}

function Admins({ acting }: { acting: ActingFor }) {
  const { organization, scope, isOwner, me } = acting;
  const [isAdding, setAdding] = useState(false);
  const paged = usePagedAnswer(
    listAdmins,
    organization.id,
    (page) => ({ id: organization.id, page: page + 1, limit: ADMINS_PAGE_SIZE }),
    scope,
  );
  const actions = useAdminActions(acting, paged.answered.reload);
  // Kept while its sheet closes; each opening starts with the role that the person has.
  const [roleOf, setRoleOf] = useState<{ admin: Admin; isOpen: boolean; opening: number }>();
  const waitReason = useWaitReason(text.offline);
  const closeRole = () => setRoleOf((now) => now && { ...now, isOpen: false });
  return (
    <ListPage
      title={text.title}
      className="page--fab"
      overlays={
        <>
          <Fab icon={<AddIcon />} onClick={() => setAdding(true)}>
            {text.add}
          </Fab>
          <Ways open={isAdding} onClose={() => setAdding(false)} />
          {roleOf && (
            <RoleSheet
              key={roleOf.opening}
              admin={roleOf.admin}
              open={roleOf.isOpen}
              onClose={closeRole}
              onAssign={() => {
                closeRole();
                actions.ask({ act: 'transfer', admin: roleOf.admin });
              }}
            />
          )}
          <Ask actions={actions} organization={organization.name} />
        </>
      }
    >
      <div className="stack">
        <AnswerList paged={paged} shape="row" empty={<EmptyState drawing="quiet" title={text.list} />}>
          {(admins) => (
            <RowList label={text.list}>
              {admins.map((admin) => (
                <AdminRow
                  key={admin.id}
                  admin={admin}
                  isSelf={admin.id === me.userId}
                  isOwner={isOwner}
                  waitReason={waitReason}
                  onRole={() => setRoleOf((now) => ({ admin, isOpen: true, opening: (now?.opening ?? 0) + 1 }))}
                  onRemove={() => actions.ask({ act: 'remove', admin })}
                  onLeave={() => actions.ask({ act: 'leave', admin })}
                />
              ))}
            </RowList>
          )}
        </AnswerList>
        <ToInvitations />
      </div>
    </ListPage>
  );
}

function ToInvitations() {
  return (
    <RowList plain>
      <ListRow
        leading={<NotificationsIcon aria-hidden="true" />}
        title={text.waiting}
        text={text.waitingHelp}
        href="/invite-friend?variant=admin"
      />
    </RowList>
  );
}

/** By an address, or from the people here. */
function Ways({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title={text.choose}>
      <RowList plain>
        <ListRow
          leading={<MailIcon aria-hidden="true" />}
          title={text.byEmail}
          text={text.byEmailHelp}
          href="/invite-admin"
        />
        <ListRow
          leading={<CommunityIcon aria-hidden="true" />}
          title={text.fromUsers}
          text={text.fromUsersHelp}
          href="/add-admin-users"
        />
      </RowList>
    </Sheet>
  );
}

/** The question before each act. */
const questionOf = ({ act, admin }: Asked, organization: string) => {
  const name = nameOf(admin);
  if (act === 'transfer')
    return {
      title: text.transfer.title(name),
      description: text.transfer.text(organization),
      confirmLabel: text.transfer.next,
    };
  if (act === 'surely')
    return {
      title: text.transfer.surely,
      description: text.transfer.surelyText(name),
      confirmLabel: text.transfer.confirm(name),
    };
  if (act === 'leave')
    return { title: text.leaveTitle(organization), description: text.leaveText, confirmLabel: text.leave };
  return {
    title: text.removeTitle(name),
    description: text.removeText(name, organization),
    confirmLabel: text.remove,
  };
};

function Ask({ actions, organization }: { actions: AdminActions; organization: string }) {
  const { asked, ask, isBusy, confirm } = actions;
  if (!asked) return null;
  return (
    <ConfirmDialog
      key={asked.act}
      open
      danger
      {...questionOf(asked, organization)}
      cancelLabel={text.keep}
      onCancel={() => ask(undefined)}
      busy={isBusy ? text.working : undefined}
      onConfirm={() => confirm(asked)}
    />
  );
}
