import { searchText } from '#contract/text/search.ts';
import { SEARCH_ALL } from '#contract/search-limits.ts';
import { Note } from '#ui/states/note.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { useReach } from '#app/device/traffic.ts';
import { KINDS, LABELS, NothingFound, Results, type Asked, type FoundRows, type Kind } from './results.tsx';
import { useDeviceSearch } from './use-device-search.ts';

/** Without the server: what this device holds, and a sentence that says so. */
export function DeviceResults({ q, sportId, kind, hrefOf }: Asked & { kind: Kind | 'all' }) {
  const reach = useReach();
  const onDevice = useDeviceSearch(q, sportId, true);
  const found: FoundRows | undefined = onDevice && {
    channels: onDevice.channel,
    content: onDevice.content,
    playlists: onDevice.playlist,
    educators: onDevice.educator,
    sports: onDevice.sport,
  };
  return (
    <>
      <Note role="status">{reach === 'offline' ? searchText.onDevice : searchText.onDeviceUnreached}</Note>
      <AfterSkeleton read={found} shape="card">
        {(rows) => {
          const shown = (kind === 'all' ? KINDS : [kind]).filter((each) => rows[each].length > 0);
          if (shown.length === 0) return <NothingFound />;
          if (kind !== 'all') return <Results kind={kind} found={rows} searched={q} />;
          return shown.map((each) => (
            <section key={each}>
              <SectionHeading {...(rows[each].length > SEARCH_ALL && { href: hrefOf(each) })}>
                {LABELS[each]}
              </SectionHeading>
              <Results kind={each} found={{ [each]: rows[each].slice(0, SEARCH_ALL) }} searched={q} />
            </section>
          ));
        }}
      </AfterSkeleton>
    </>
  );
}
