import { useState } from 'react';
import { changeOwnCode, listOwnCodes, type CommunityCode } from '#contract/invites.ts';
import { inviteManyText } from '#contract/text/invites-many.ts';
import { communityCodesText as text, invitesText } from '#contract/text/invites.ts';
import { CallError } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CommunityIcon } from '#ui/icons.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { failureText, useOnlineCall } from '#app/data/use-act.ts';
import { useMe } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { codeText } from './code-text.ts';
import { usageText } from './usage-text.ts';
import './invites.css';

const CodeSheet = lazyOverlay(async () => (await import('./community-code-sheet.tsx')).CommunityCodeSheet);

/** A Creator's codes for the own community, also offline with their age. Source: INV-014…INV-020. */
export function InviteCommunityPage() {
  const answered = useAnswer(listOwnCodes, {});
  const call = useOnlineCall();
  const waitReason = useWaitReason(invitesText.offlineChange);
  const [opened, setOpened] = useState<{ id: string; isOpen: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const isOrganization = useMe()?.lastLoginedRole === 'organization';
  const shown = answered.answer?.results.find(({ id }) => id === opened?.id);
  const change = async ({ id }: CommunityCode, status: 'Active' | 'Suspended') => {
    if (isBusy) return;
    setBusy(true);
    try {
      await call(changeOwnCode, { id, status });
      showToast({ text: status === 'Active' ? text.activated : text.paused, kind: 'success' });
    } catch (error) {
      showToast({ text: failureText(error, invitesText.failed), kind: 'failure' });
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
      answered.reload();
    }
  };
  return (
    <ListPage
      title={text.title}
      overlays={
        shown && (
          <CodeSheet
            code={shown}
            open={opened?.isOpen ?? false}
            onClose={() => setOpened((now) => now && { ...now, isOpen: false })}
            isBusy={isBusy}
            waitReason={waitReason}
            onStatus={(status) => void change(shown, status)}
          />
        )
      }
    >
      <AnswerView answered={answered} shape="row" count={2}>
        {({ results }) =>
          results.length === 0 ? (
            <EmptyState drawing="quiet" title={isOrganization ? text.noneOfOrganization : text.none} />
          ) : (
            <div className="stack">
              <p>{text.lead}</p>
              <Button variant="outline" icon={<CommunityIcon />} href="/invite-friend/many/create">
                {inviteManyText.open}
              </Button>
              <RowList label={text.list}>
                {results.map((code) => (
                  <ListRow
                    key={code.id}
                    title={<span className="invites__short">{codeText(code.codeValue)}</span>}
                    text={code.name}
                    time={usageText(code)}
                    trailing={
                      <Badge tone={code.status === 'Active' ? 'success' : 'plain'}>{text.statuses[code.status]}</Badge>
                    }
                    onOpen={() => setOpened({ id: code.id, isOpen: true })}
                  />
                ))}
              </RowList>
            </div>
          )
        }
      </AnswerView>
    </ListPage>
  );
}
