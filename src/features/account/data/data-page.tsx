import { readHeldData, type DataExport, type HeldCategory } from '#contract/account-export.ts';
import type { OutputOf } from '#contract/call.ts';
import { dataText as text } from '#contract/text/account-export.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { DeleteIcon, DevicesIcon, DownloadIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatBytes, formatCount, formatDate, formatWhen } from '#app/format/format.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useExportActions, type ExportActions } from './use-export-actions.ts';

const LazyPasswordSheet = lazyOverlay(async () => (await import('../security/proof-sheets.tsx')).PasswordSheet);
const WAIT_ID = 'data-wait';

/** What is held about the person, the archive of all of it, and the ways to end it. Source: decision 0066. */
export function DataPage() {
  usePageTitle(text.title);
  const answered = useAnswer(readHeldData, {});
  const actions = useExportActions(answered.answer?.export, answered.reload);
  const waitReason = useWaitReason(text.offline);
  return (
    <>
      <AppBar title={text.title} back={goBack} />
      <main id="main" className="page stack">
        {waitReason !== undefined && (
          <Note role="status">
            <span id={WAIT_ID}>{waitReason}</span>
          </Note>
        )}
        <AnswerView answered={answered} shape="row" count={6}>
          {(data) => (
            <>
              <Held data={data} />
              <Archive current={data.export} actions={actions} isWaiting={waitReason !== undefined} />
            </>
          )}
        </AnswerView>
        <End />
      </main>
      {actions.asked && (
        <LazyPasswordSheet
          key={actions.asked.action}
          open={actions.asked.isOpen}
          onClose={actions.close}
          onProve={actions.prove}
        />
      )}
    </>
  );
}

function Held({ data: { held, files } }: { data: OutputOf<typeof readHeldData> }) {
  return (
    <section aria-labelledby="data-held">
      <SectionHeading id="data-held">{text.heldHeading}</SectionHeading>
      <RowList labelledBy="data-held">
        {held.map(({ category, records }) => {
          const [title, about] = text.categories[category as HeldCategory] ?? text.categories.other;
          return (
            <ListRow
              key={category}
              title={title}
              text={about}
              time={text.records(formatCount(records), records === 1)}
            />
          );
        })}
        <ListRow
          title={text.files}
          text={files.count === 0 ? text.noFiles : text.fileCount(formatCount(files.count), formatBytes(files.bytes))}
        />
      </RowList>
    </section>
  );
}

interface ArchiveProps {
  current: DataExport | null;
  actions: ExportActions;
  /** The actions need a connection, which there is not. */
  isWaiting: boolean;
}

function Archive({ current, actions, isWaiting }: ArchiveProps) {
  const waits = { disabled: isWaiting, 'aria-describedby': isWaiting ? WAIT_ID : undefined };
  const isReady = current?.state === 'ready';
  return (
    <section aria-labelledby="data-take" className="stack">
      <SectionHeading id="data-take">{text.takeHeading}</SectionHeading>
      {current === null ? <p>{text.takeLead}</p> : <State current={current} />}
      {actions.problem !== undefined && (
        <Note tone="danger" role="alert">
          {actions.problem}
        </Note>
      )}
      {isReady && (
        <Button
          block
          icon={<DownloadIcon />}
          busy={actions.busy === 'download' && text.downloading}
          {...waits}
          onClick={() => actions.begin('download')}
        >
          {text.download}
        </Button>
      )}
      {current?.state !== 'making' && (
        <Button
          block
          variant={isReady ? 'outline' : 'primary'}
          busy={actions.busy === 'ask' && text.asking}
          {...waits}
          onClick={() => actions.begin('ask')}
        >
          {current === null ? text.ask : text.askAgain}
        </Button>
      )}
    </section>
  );
}

function State({ current }: { current: DataExport }) {
  switch (current.state) {
    case 'making':
      return (
        <Note role="status">
          {text.making} {text.asked(formatWhen(current.askedAt))}
        </Note>
      );
    case 'ready':
      return (
        <Note tone="success" role="status">
          {text.ready(formatDate(current.expiresAt!), formatBytes(current.sizeBytes ?? 0))} {text.privately}
          {current.leftOut > 0 && <> {text.leftOut(current.leftOut)}</>}
        </Note>
      );
    case 'failed':
      return (
        <Note tone="danger" role="status">
          {text.failed[current.reason ?? 'error']}
        </Note>
      );
    case 'expired':
      return (
        <Note role="status">
          {text.expired} {text.takeLead}
        </Note>
      );
  }
}

function End() {
  return (
    <section aria-labelledby="data-end">
      <SectionHeading id="data-end">{text.endHeading}</SectionHeading>
      <RowList labelledBy="data-end">
        <ListRow
          title={text.devices}
          text={text.devicesText}
          leading={<DevicesIcon />}
          href="/account-setting/devices"
        />
        <ListRow
          title={text.delete}
          text={text.deleteText}
          leading={<DeleteIcon />}
          href="/account-setting/delete-account"
        />
      </RowList>
    </section>
  );
}
