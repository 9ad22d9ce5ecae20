import { dashboardText as text } from '#contract/text/dashboard.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { WarningIcon } from '#ui/icons.ts';
import { isStorageCritical, StorageBar } from '#ui/charts/lane-bar.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { SkeletonLine } from '#ui/states/skeleton.tsx';
import { usePlanOfOther } from '#app/data/plan-owner.ts';
import { useStorage, type Storage } from '#app/data/use-storage.ts';
import { formatBytes } from '#app/format/format.ts';

/** The page of the plans. Source: STO-001. */
const PLANS = '/storage-plan-access-fees';

/** Used and total storage; critical above 80 %. Source: DAS-004, DAS-016. */
export function StorageWidget() {
  const storage = useStorage();
  return (
    <section>
      <SectionHeading href={PLANS} more={text.plans}>
        {text.storage}
      </SectionHeading>
      <div className="card stack-s">{storage ? <Used storage={storage} /> : <SkeletonLine />}</div>
    </section>
  );
}

function Used({ storage: { used, size } }: { storage: Storage }) {
  const percent = size === 0 ? 0 : (used / size) * 100;
  const isCritical = isStorageCritical(percent);
  const isFull = percent >= 100;
  const shown = Math.floor(percent);
  const words =
    usePlanOfOther() === undefined
      ? { full: text.storageFull, critical: text.storageCritical }
      : { full: text.storageFullOfOther, critical: text.storageCriticalOfOther };
  return (
    <>
      <div className="between dashboard__used">
        <p>
          <span className="dashboard__total">{formatBytes(used)}</span>{' '}
          <span className="t-2">{text.ofSize(formatBytes(size))}</span>
        </p>
        <Badge tone={isFull ? 'danger' : isCritical ? 'warn' : 'plain'} icon={isCritical ? <WarningIcon /> : undefined}>
          {text.usedPercent(shown)}
        </Badge>
      </div>
      <StorageBar
        label={text.storageUsed}
        usedPercent={percent}
        valueText={`${formatBytes(used)} ${text.ofSize(formatBytes(size))}`}
      />
      <p className="t-small t-2">{isFull ? words.full : isCritical ? words.critical : text.storageFine}</p>
    </>
  );
}
