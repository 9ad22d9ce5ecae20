import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { listInvitations, type InvitationStatus } from '#contract/invites.ts';
import { INVITATIONS_PAGE_SIZE } from '#contract/limits.ts';
import { inviteManyText } from '#contract/text/invites-many.ts';
import { invitesText as text } from '#contract/text/invites.ts';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Fab } from '#ui/buttons/fab.tsx';
import { AddIcon, CommunityIcon, MailIcon, PhoneIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { LazyConfirmDialog, LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useMe } from '#app/data/me.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { ListPage } from '#app/lists/list-page.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { useInvitationActions, type InvitationActions } from './use-invitation-actions.ts';

/** The tabs beside All. Source: D-220. */
const INVITATION_TABS = ['pending', 'joined', 'expired', 'deleted', 'suspended'] as const;
export type InvitationTab = (typeof INVITATION_TABS)[number];
const ALL = 'all';
const TABS = [
  { value: ALL, label: text.all },
  ...INVITATION_TABS.map((value) => ({ value, label: text.statuses[value] })),
] as const;

const QrSheet = lazyOverlay(async () => (await import('./qr-sheet.tsx')).QrSheet);

/** Own invitations by status, also offline with their age, and the way to new ones. Source: INV-009, INV-010, INV-059…INV-061. */
export function InviteFriendPage({ status }: { status: InvitationTab | undefined }) {
  const navigate = useNavigate();
  const [isChoosing, setChoosing] = useState(false);
  // Kept while its sheet closes.
  const [shown, setShown] = useState({ code: '', isOpen: false });
  const paged = usePagedAnswer(listInvitations, status ?? ALL, (page) => ({
    limit: INVITATIONS_PAGE_SIZE,
    offset: page * INVITATIONS_PAGE_SIZE,
    ...(status && { status: status as InvitationStatus }),
  }));
  const actions = useInvitationActions(paged.answered.reload);
  const waitReason = useWaitReason(text.offlineChange);
  const go = (next: InvitationTab | typeof ALL) =>
    void navigate({ to: '/invite-friend', search: next === ALL ? {} : { status: next }, replace: true });
  return (
    <ListPage
      title={text.title}
      className="page--fab"
      overlays={
        <>
          <Fab icon={<AddIcon />} onClick={() => setChoosing(true)}>
            {text.add}
          </Fab>
          <Ways open={isChoosing} onClose={() => setChoosing(false)} />
          <Ask actions={actions} />
          <QrSheet
            code={shown.code}
            open={shown.isOpen}
            onClose={() => setShown((now) => ({ ...now, isOpen: false }))}
          />
        </>
      }
    >
      <div className="stack">
        <ChipFilter
          label={text.filter}
          single
          value={[status ?? ALL]}
          onChange={([next]) => go(next!)}
          options={TABS}
        />
        <AnswerList
          key={status ?? ALL}
          paged={paged}
          shape="row"
          empty={<EmptyState drawing="quiet" title={status ? text.noneOf(text.statuses[status]) : text.none} />}
        >
          {(invitations) => (
            <>
              <RowList label={text.list}>
                {invitations.map((invitation) => (
                  <InvitationRow
                    key={invitation.id}
                    invitation={invitation}
                    actions={actions}
                    waitReason={waitReason}
                    onShowCode={() => setShown({ code: invitation.code, isOpen: true })}
                  />
                ))}
              </RowList>
              <p className="t-small t-2">{text.expires}</p>
            </>
          )}
        </AnswerList>
      </div>
    </ListPage>
  );
}

/** Text Message or Email, and for Creators and organizations a list. Source: INV-010, decision 0132. */
function Ways({ open, onClose }: { open: boolean; onClose: () => void }) {
  const role = useMe()?.lastLoginedRole;
  return (
    <LazySheet open={open} onClose={onClose} title={text.choose}>
      <RowList plain>
        <ListRow
          leading={<PhoneIcon aria-hidden="true" />}
          title={text.byText}
          text={text.byTextHelp}
          href="/invite-friend/text/create"
        />
        <ListRow
          leading={<MailIcon aria-hidden="true" />}
          title={text.byEmail}
          text={text.byEmailHelp}
          href="/invite-friend/email/create"
        />
        {(role === 'educator' || role === 'organization') && (
          <ListRow
            leading={<CommunityIcon aria-hidden="true" />}
            title={inviteManyText.open}
            text={inviteManyText.openHelp}
            href="/invite-friend/many/create"
          />
        )}
      </RowList>
    </LazySheet>
  );
}

function Ask({ actions: { asked, ask, isBusy, confirm } }: { actions: InvitationActions }) {
  const isCancel = asked?.act === 'cancel';
  const to = asked?.invitation.email ?? asked?.invitation.phoneNumber ?? '';
  return (
    <LazyConfirmDialog
      open={asked !== undefined}
      danger
      title={isCancel ? text.cancelTitle : text.deleteTitle}
      description={isCancel ? text.cancelText(to) : text.deleteText}
      cancelLabel={isCancel ? text.keep : text.back}
      onCancel={() => ask(undefined)}
      confirmLabel={isCancel ? text.cancel : text.deleteAction}
      busy={isBusy ? text.working : undefined}
      onConfirm={() => asked && confirm(asked)}
    />
  );
}
