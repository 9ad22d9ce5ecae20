import { useEffect, useState } from 'react';
import { smallerText as text } from '#contract/text/upload-smaller.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import {
  cancelSmaller,
  dismissSmaller,
  isSmallerPossible,
  sendOriginal,
  type SmallerSize,
} from '#store/uploads/smaller.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { useAccount } from '#app/data/account.ts';
import { formatBytes } from '#app/format/format.ts';

const loadEncoder = () => import('#workers/smaller.ts');

/** Percentage of an encoding that runs; undefined without one. */
export const smallerPercent = ({ smaller, contentId }: StoredUploadJob): number | undefined =>
  smaller?.state === 'making' && contentId === null ? smaller.percent : undefined;

/**
 * Offers to make the video of an upload smaller before it is sent, where a trial shows that it pays; shows its result, and
 * takes it back. Source: docs/decisions/0044.
 */
export function MakeSmaller({ job }: { job: StoredUploadJob }) {
  const { db } = useAccount();
  const { id, name, smaller, original } = job;
  const isPossible = isSmallerPossible(job);
  const isUnmeasured = isPossible && smaller === undefined;
  useEffect(() => {
    if (isUnmeasured) void loadEncoder().then(({ measureSmaller }) => measureSmaller(id));
  }, [isUnmeasured, id]);
  if (!smaller || job.contentId !== null) return null;
  if (smaller.state === 'offered' && isPossible) return <Offer job={job} sizes={smaller.sizes} />;
  if (smaller.state === 'making')
    return (
      <Button
        variant="ghost"
        size="m"
        className="make-smaller__button"
        aria-label={text.originalFor(name)}
        onClick={() => void cancelSmaller(db, id)}
      >
        {text.original}
      </Button>
    );
  if (smaller.state === 'made' && original)
    return (
      <div className="make-smaller">
        <p className="t-small">{text.made(formatBytes(job.size), formatBytes(original.size))}</p>
        <Button
          variant="ghost"
          size="m"
          className="make-smaller__button"
          aria-label={text.originalFor(name)}
          onClick={() => void sendOriginal(db, id)}
        >
          {text.original}
        </Button>
      </div>
    );
  return smaller.state === 'failed' ? (
    <p className="t-small" role="status">
      {text.failed}
    </p>
  ) : null;
}

function Offer({ job: { id, name, size }, sizes }: { job: StoredUploadJob; sizes: readonly SmallerSize[] }) {
  const { db } = useAccount();
  const [wanted, setWanted] = useState<string>();
  const chosen = sizes.find(({ lines }) => String(lines) === wanted) ?? sizes[0];
  if (!chosen) return null;
  const { bytes, seconds, lines } = chosen;
  return (
    <div className="make-smaller">
      <p className="t-small" role="status">
        {text.offer(lines, formatBytes(bytes), formatBytes(size), seconds, formatBytes(size - bytes))}
      </p>
      {sizes.length > 1 && (
        <Segmented
          label={text.sizes(name)}
          options={sizes.map((each) => ({ value: String(each.lines), label: text.lines(each.lines) }))}
          value={String(lines)}
          onChange={setWanted}
        />
      )}
      <Button
        variant="tonal"
        size="m"
        className="make-smaller__main"
        aria-label={text.makeFor(name)}
        onClick={() => void loadEncoder().then(({ makeSmaller }) => makeSmaller(db, id, lines))}
      >
        {text.make}
      </Button>
      <Button
        variant="ghost"
        size="m"
        className="make-smaller__button"
        aria-label={text.dismissFor(name)}
        onClick={() => void dismissSmaller(db, id)}
      >
        {text.dismiss}
      </Button>
    </div>
  );
}
