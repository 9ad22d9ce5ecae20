import { useEffect, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Call, OutputOf } from '#contract/call.ts';
import { commonText } from '#contract/text/common.ts';
import { deskText as text } from '#contract/text/applications-desk.ts';
import type { CallError } from '#store/api.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { failureText } from '../data/use-act.ts';
import { ListPage } from '../lists/list-page.tsx';
import type { Desk } from './use-desk.ts';
import './desk.css';

interface DeskViewProps<C extends Call> {
  desk: Desk<C>;
  title: (answers: OutputOf<C>[]) => string;
  /** Where a person goes who asks for what the server does not know. */
  otherwise: '/dashboard' | '/admin';
  children: (answers: OutputOf<C>[]) => ReactNode;
}

/**
 * A page of the operator. Until the server has answered it says nothing about what it is, and everybody who is no operator
 * comes to the landing page, as from an address that does not exist: the device does not know who is an operator.
 */
export function DeskView<C extends Call>({ desk, title, otherwise, children }: DeskViewProps<C>) {
  const { answers, isMissing } = desk;
  const navigate = useNavigate();
  useEffect(() => {
    if (isMissing) void navigate({ to: otherwise, replace: true });
  }, [isMissing, navigate, otherwise]);
  return (
    <ListPage title={answers && !isMissing ? title(answers) : commonText.product}>
      <DeskAnswer desk={desk}>{children}</DeskAnswer>
    </ListPage>
  );
}

/** What was read, or why it could not be. */
export function DeskAnswer<C extends Call>({ desk, children }: Pick<DeskViewProps<C>, 'desk' | 'children'>) {
  const { answers, error, isMissing, reload } = desk;
  const isRead = !isMissing && (answers !== undefined || error !== undefined);
  return (
    <AfterSkeleton read={isRead ? desk : undefined} shape="row">
      {() => (
        <>
          {error && <Failure error={error} isWhole={answers === undefined} reload={reload} />}
          {answers && children(answers)}
        </>
      )}
    </AfterSkeleton>
  );
}

/** Why nothing, or nothing newer, is shown. */
function Failure({ error, isWhole, reload }: { error: CallError; isWhole: boolean; reload: () => void }) {
  const said = error.reach === 'online' ? failureText(error) : text.notHere[error.reach];
  const retry = (
    <Button size="m" variant="tonal" onClick={reload}>
      {text.retry}
    </Button>
  );
  if (!isWhole)
    return (
      <Note tone="warn" role="status" action={retry}>
        {said}
      </Note>
    );
  return (
    <EmptyState drawing={error.reach === 'offline' ? 'offline' : 'search'} title={text.failed} action={retry}>
      {said}
    </EmptyState>
  );
}
