import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import {
  answerAdminInvitation,
  listOwnAdminInvitations,
  type InvitationToAdminister,
} from '#contract/organizations.ts';
import type { Me } from '#contract/rows.ts';
import { adminInvitationsText as text, adminsText } from '#contract/text/organizations-admins.ts';
import { setLastRole } from '#contract/users.ts';
import { CallError } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { failureText, useAct, useOnlineCall } from '#app/data/use-act.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatDate } from '#app/format/format.ts';
import { ListPage } from '#app/lists/list-page.tsx';

type Organization = Me['organizations'][number];

/** Invitations to administer organizations, which the person accepts or declines here. Source: D-234, D-341; decision 0092. */
export function OwnInvitationsPage() {
  const answered = useAnswer(listOwnAdminInvitations, {});
  const { accepted, asked, ask, isBusy, answer } = useAnswering(answered.reload);
  return (
    <ListPage
      title={text.ownTitle}
      overlays={
        asked && (
          <ConfirmDialog
            open
            title={text.declineTitle(asked.organizationName)}
            description={text.declineText}
            cancelLabel={text.back}
            onCancel={() => ask(undefined)}
            confirmLabel={text.decline}
            busy={isBusy ? adminsText.working : undefined}
            onConfirm={() => void answer(asked, false)}
          />
        )
      }
    >
      <div className="stack">
        {accepted.map((organization) => (
          <Accepted key={organization.id} organization={organization} />
        ))}
        <AnswerView answered={answered} shape="row">
          {({ results }) =>
            results.length === 0 && accepted.length === 0 ? (
              <EmptyState drawing="quiet" title={text.ownNone} />
            ) : (
              results.map((each) => (
                <InvitationCard
                  key={each.id}
                  invitation={each}
                  isBusy={isBusy}
                  onAccept={() => void answer(each, true)}
                  onDecline={() => ask(each)}
                />
              ))
            )
          }
        </AnswerView>
      </div>
    </ListPage>
  );
}

/** Answers one invitation after the other; what was accepted is shown until the page is left. */
const useAnswering = (onAnswered: () => void) => {
  const { db, userId } = useAccount();
  const call = useOnlineCall();
  const [accepted, setAccepted] = useState<Organization[]>([]);
  const [asked, ask] = useState<InvitationToAdminister>();
  const [isBusy, setBusy] = useState(false);
  const answer = async ({ id }: InvitationToAdminister, isAccepted: boolean): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const before = (await db.me.get(userId))?.organizations ?? [];
      const me = await call(answerAdminInvitation, { invitationId: id, isAccepted }, { scope: `user:${userId}` });
      // The role can be used at once, before the pull that brings the organization's rows.
      await db.me.put(me);
      const joined = me.organizations.filter((each) => !before.some((known) => known.id === each.id));
      setAccepted((all) => [...all, ...joined]);
      if (!isAccepted) showToast({ text: text.declined, kind: 'success' });
    } catch (error) {
      showToast({ text: failureText(error), kind: 'failure' });
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
      ask(undefined);
      onAnswered();
    }
  };
  return { accepted, asked, ask, isBusy, answer };
};

function Accepted({ organization: { id, name } }: { organization: Organization }) {
  const act = useAct();
  const navigate = useNavigate();
  const { userId } = useAccount();
  const open = async () => {
    await act(setLastRole, { lastLoginedRole: 'organization', actFor: id }, { scope: `user:${userId}` });
    await navigate({ to: '/admins-management' });
  };
  return (
    <Note
      tone="success"
      role="status"
      action={
        <Button size="m" variant="tonal" onClick={() => void open()}>
          {text.open(name)}
        </Button>
      }
    >
      {text.accepted(name)}
    </Note>
  );
}

interface InvitationCardProps {
  invitation: InvitationToAdminister;
  isBusy: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

function InvitationCard({ invitation, isBusy, onAccept, onDecline }: InvitationCardProps) {
  const { id, organizationName, invitedBy, expiresAt } = invitation;
  const waitReason = useWaitReason(text.offline);
  const buttons = { size: 'm', disabled: waitReason !== undefined || isBusy, 'aria-describedby': `${id}h` } as const;
  return (
    <article className="card stack-s" aria-label={organizationName}>
      <h2 className="t-strong">{organizationName}</h2>
      <p>{invitedBy === null ? text.invited : text.invitedBy(invitedBy)}</p>
      <p className="t-small t-2" id={`${id}h`}>
        {waitReason ?? text.until(formatDate(expiresAt))}
      </p>
      <div className="wrap">
        <Button {...buttons} onClick={onAccept}>
          {text.accept}
        </Button>
        <Button {...buttons} variant="outline" onClick={onDecline}>
          {text.decline}
        </Button>
      </div>
    </article>
  );
}
