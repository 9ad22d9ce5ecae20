import { useEffect, useState } from 'react';
import type { WatchDetail } from '#contract/channels.ts';
import { readDetail } from '#contract/watch.ts';
import { watchText } from '#contract/text/watch.ts';
import { fetchAnswer } from '#store/answers.ts';
import { writeDeviceSetting } from '#store/device.ts';
import { readSizes, type SizedFile } from '#store/saved/media-files.ts';
import { serverNowMs } from '#store/server-time.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { useAccount } from '#app/data/account.ts';
import { formatBytes } from '#app/format/format.ts';
import { needsRenewal } from './watch-rules.ts';

interface SizeSheetProps {
  open: boolean;
  detail: WatchDetail;
  /** Height of the picture that the person chose last, px. */
  chosen: number | null;
  onClose: () => void;
  onSave: (height: number | null) => void;
}

/** The sizes in which a video can be saved, with their bytes, before anything is fetched. */
export function SizeSheet({ open, onClose, ...rest }: SizeSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={watchText.chooseSize}>
      {open && <Sizes {...rest} />}
    </Sheet>
  );
}

const STANDARD_LINES = 720;

/** The one that is chosen now: the largest within the wish. */
const preset = (sizes: readonly SizedFile[], chosen: number | null): SizedFile | undefined =>
  sizes.find(({ height }) => (height ?? 0) <= (chosen ?? STANDARD_LINES)) ?? sizes.at(-1);

function Sizes({ detail, chosen, onSave }: Omit<SizeSheetProps, 'open' | 'onClose'>) {
  const [sizes, retry] = useSizes(detail);
  const [height, setHeight] = useState<number>();
  const [freeBytes, setFreeBytes] = useState<number>();
  useEffect(() => {
    void navigator.storage?.estimate?.().then(({ quota = 0, usage = 0 }) => setFreeBytes(quota - usage));
  }, []);
  if (sizes === 'failed')
    return (
      <Note
        tone="warn"
        role="alert"
        action={
          <Button variant="outline" size="m" onClick={retry}>
            {watchText.tryAgain}
          </Button>
        }
      >
        {watchText.sizesFailed}
      </Note>
    );
  if (!sizes) return <Skeleton shape="row" count={3} />;
  const current = sizes.find((size) => size.height === height) ?? preset(sizes, chosen);
  const save = async () => {
    const wanted = current?.height ?? null;
    await writeDeviceSetting('saveHeight', wanted ?? undefined);
    onSave(wanted);
  };
  return (
    <div className="stack">
      <RadioGroup
        label={watchText.chooseSize}
        hideLabel
        help={freeBytes === undefined ? undefined : watchText.chooseSizeHelp(formatBytes(freeBytes))}
      >
        {sizes.map((size) => (
          <RadioRow
            key={size.url}
            name="save-size"
            label={size.height === null ? watchText.oneSize : watchText.lines(size.height)}
            detail={formatBytes(size.bytes)}
            checked={size === current}
            onChange={() => setHeight(size.height ?? undefined)}
          />
        ))}
      </RadioGroup>
      <Button block onClick={() => void save()}>
        {watchText.save}
      </Button>
    </div>
  );
}

const useSizes = (detail: WatchDetail): [SizedFile[] | 'failed' | undefined, () => void] => {
  const { db, userId } = useAccount();
  const [sizes, setSizes] = useState<SizedFile[] | 'failed'>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      // The page may be open for longer than the address lives.
      const good = needsRenewal(detail, serverNowMs() ?? Date.now())
        ? await fetchAnswer(db, userId, readDetail, { publishedId: detail.id }, leaving.signal)
        : detail;
      return readSizes(good, leaving.signal);
    };
    read().then(setSizes, () => leaving.signal.aborted || setSizes('failed'));
    return () => leaving.abort();
  }, [db, userId, detail, round]);
  const retry = () => {
    setSizes(undefined);
    setRound(round + 1);
  };
  return [sizes, retry];
};
