import { useState } from 'react';
import { frameText } from '#contract/text/frame.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Freshness } from '#ui/states/freshness.tsx';
import { FolderIcon, UploadIcon } from '#ui/icons.ts';
import { LaneBar, StorageBar } from '#ui/charts/lane-bar.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { OfflineBanner } from '#ui/states/offline-banner.tsx';
import { RatingMark } from '#ui/rating/rating-mark.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { Plot } from '#ui/charts/plot.tsx';
import { StatBoard } from '#ui/charts/stat-board.tsx';
import { UploadTile, type UploadTileState } from '#ui/tiles/upload-tile.tsx';
import { UploadTray } from '#ui/tiles/upload-tray.tsx';
import { DevSection } from './dev-section.tsx';

const nothing = () => {};
const SHOWN_AT_MS = new Date(2025, 4, 12, 14, 32).getTime();

/** Lists, people, progress bars, messages and empty states. */
export function DevStates({ theme }: { theme: string }) {
  return (
    <>
      <DevAvatars />
      <DevSection title="Rows">
        <DevRows theme={theme} />
      </DevSection>
      <DevLanes />
      <DevPlots />
      <DevSection title="Uploads">
        <DevUploads />
      </DevSection>
      <DevMessages />
      <DevSection title="Loading">
        <DevLoading />
      </DevSection>
      <DevEmpty />
    </>
  );
}

function DevAvatars() {
  return (
    <DevSection title="Avatars and logos">
      <div className="wrap">
        <Avatar name="Maya Okafor" size="s" creator />
        <Avatar name="Jonas Lindqvist" />
        <Avatar name="Priya Raman" creator />
        <Avatar name="Tomás Rivera" size="l" creator />
        <Avatar name="Ana" size="xl" creator />
        <ChannelLogo sport="soccer" size="xs" />
        <ChannelLogo sport="tennis" size="s" />
        <ChannelLogo sport="golf" />
        <ChannelLogo sport="judo" size="l" />
        <ChannelLogo sport="volleyball" dimmed />
        <ChannelLogo id="ch1" name="First Touch Lab" />
        <ChannelLogo id="ch2" name="Sand Sessions" size="l" />
      </div>
    </DevSection>
  );
}

const PLOT_LABELS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].map((short) => ({ short, full: `${short} 2031` }));

function DevPlots() {
  return (
    <DevSection title="Plots">
      <Plot
        label="Earned and transferred"
        axis="Month"
        caption="Earned most in May"
        labels={PLOT_LABELS}
        series={[
          { name: 'Earned', values: [38, 46, 52, 71, 88, 64], look: 'bar' },
          { name: 'Transferred', values: [20, 0, 60, 0, 52, 30], look: 'hatched' },
        ]}
        formatTick={(value) => `$${value}`}
        format={(value) => `$${value}.00`}
      />
      <Plot
        label="Followers"
        axis="Month"
        caption="More followers each month"
        labels={PLOT_LABELS}
        series={[
          { name: 'Now', values: [12, 14, 19, 22, 30, 41], look: 'line' },
          { name: 'Before', values: [null, 2, 4, 7, 9, 12], look: 'dashed' },
        ]}
        formatTick={String}
        format={String}
      />
    </DevSection>
  );
}

function DevLanes() {
  return (
    <DevSection title="Lanes">
      <LaneBar label="Progress" value={62} />
      <LaneBar label="Moving" state="moving" />
      <LaneBar label="Paused" value={62} state="paused" />
      <LaneBar label="Nothing yet" value={0} />
      <StorageBar label="Storage used" usedPercent={42} valueText="4.2 of 10 GB" />
      <StorageBar label="Storage used, over the line" usedPercent={84} />
      <StorageBar label="Storage full" usedPercent={104} />
      <div className="board stack">
        <p>Your profile is 60% complete</p>
        <LaneBar label="Profile completeness" kind="meter" value={60} />
      </div>
      <StatBoard
        stats={[
          { label: 'Rating', value: '4.7', highlight: true },
          { label: 'Followers', value: '1,284', highlight: true },
          { label: 'Views', value: '38.6k', highlight: true },
          { label: 'Channels', value: 3 },
          { label: 'Playlists', value: 9 },
          { label: 'Video', value: 27 },
          { label: 'Audio', value: 11 },
          { label: 'Text', value: 8 },
        ]}
      />
    </DevSection>
  );
}

function DevMessages() {
  return (
    <DevSection title="Messages">
      <div className="dev-block">
        <OfflineBanner shown>{frameText.banner.offline.whenClosed}</OfflineBanner>
        <OfflineBanner shown connected>
          {frameText.banner.failing.whileOpen}
        </OfflineBanner>
      </div>
      <Freshness atMs={SHOWN_AT_MS} nowMs={SHOWN_AT_MS} />
      <Note>Codes can take a minute on a weak signal.</Note>
      <Note tone="warn">One channel is unpublished. Members cannot see it until you publish it.</Note>
      <Note
        tone="danger"
        action={
          <Button variant="outline" size="m">
            Try again
          </Button>
        }
      >
        Something went wrong. Try again.
      </Note>
      <Note tone="success">
        Payment Card was added. <a href="#cards">See cards</a>
      </Note>
    </DevSection>
  );
}

function DevEmpty() {
  return (
    <DevSection title="Empty">
      <div className="card">
        <EmptyState drawing="quiet" title="Nothing to notify you about!" />
      </div>
      <div className="card">
        <EmptyState
          drawing="library"
          title="Your library is empty"
          action={
            <Button size="m" icon={<UploadIcon />}>
              Upload
            </Button>
          }
        >
          Upload a video, audio or PDF to get started.
        </EmptyState>
      </div>
      <div className="card">
        <EmptyState drawing="search" title="No Result Found" />
      </div>
      <div className="card">
        <EmptyState
          drawing="offline"
          title="You're offline"
          action={
            <Button size="m" variant="tonal">
              Try again
            </Button>
          }
        >
          This page has not been saved on this device yet.
        </EmptyState>
      </div>
    </DevSection>
  );
}

function DevRows({ theme }: { theme: string }) {
  const [checked, setChecked] = useState(true);
  return (
    <>
      <RowList label={`Notifications, ${theme}`}>
        <ListRow
          align="start"
          unread
          href="#1"
          leading={<ChannelLogo sport="soccer" size="s" />}
          title="New content in First Touch Lab"
          text="Throw-in patterns is ready to watch."
          time={<time>12 minutes ago</time>}
        />
        <ListRow
          align="start"
          unread={false}
          href="#2"
          leading={<Avatar name="Priya Raman" />}
          title="Priya Raman mentioned you"
          text="In Line and Length, about seam position."
          time={<time>Yesterday</time>}
          queued
        />
      </RowList>
      <RowList label={`Select, ${theme}`}>
        <ListRow
          align="start"
          unread
          leading={<Avatar name="Jonas Lindqvist" />}
          title="Jonas Lindqvist commented"
          text="“The third cue fixed my whole start. Thank you.”"
          time="1 hour ago"
          selectable={{ checked, onChange: setChecked }}
        />
        <ListRow
          align="start"
          unread={false}
          leading={<ChannelLogo sport="volleyball" size="s" />}
          title="Volleyball is now in Beta"
          text="Join free while it is in Beta."
          time="Monday"
          selectable={{ checked: false, onChange: nothing }}
        />
      </RowList>
      <RowList label={`Channels, ${theme}`} plain ordered>
        <ListRow
          leading={<ChannelLogo sport="cricket" />}
          title="Line and Length"
          text="Cricket · Priya Raman"
          trailing={<RatingMark value={4.9} />}
          href="#3"
        />
        <ListRow
          leading={<FolderIcon />}
          title="Pre-season"
          text="16 items"
          trailing={<Badge tone="warn">Pending</Badge>}
          onOpen={nothing}
        />
      </RowList>
    </>
  );
}

const uploads: [UploadTileState, string, number | undefined][] = [
  ['copying', 'match-sunday.mov', 30],
  ['waiting', 'waiting-in-line.mp4', undefined],
  ['uploading', 'uploading.mp4', 62.4],
  ['optimizing', 'optimizing.mp4', undefined],
  ['reviewing', 'reviewing.mp4', undefined],
  ['paused', 'paused.mp4', 62],
  ['will-send', 'warm-up-card.pdf', undefined],
  ['slow', 'slow-connection.mp4', 41],
  ['error', 'something-wrong.pdf', undefined],
  ['encoding-error', 'encoding-error.avi', undefined],
  ['refused', 'refused.mp4', undefined],
];

function DevUploads() {
  const [folded, setFolded] = useState(false);
  return (
    <>
      <UploadTray
        count={uploads.length}
        needYou={4}
        folded={folded}
        onFoldedChange={setFolded}
        help="You can close Sideline. Your files stay in the queue."
      >
        {uploads.map(([state, name, percent]) => (
          <UploadTile
            key={state}
            name={name}
            kind={name.endsWith('pdf') ? 'text' : 'video'}
            state={state}
            percent={percent}
            size={state === 'uploading' ? '118 of 190 MB' : undefined}
            onRetry={nothing}
            onCancel={nothing}
          />
        ))}
      </UploadTray>
      <UploadTray count={4} needYou={1} folded onFoldedChange={nothing}>
        {null}
      </UploadTray>
    </>
  );
}

function DevLoading() {
  const [loading, setLoading] = useState(false);
  return (
    <>
      <Skeleton shape="tile" />
      <Skeleton shape="row" count={2} />
      <Skeleton shape="card" count={1} />
      <Button size="m" variant="outline" onClick={() => setLoading(!loading)}>
        {loading ? 'Stop waiting' : 'Wait'}
      </Button>
      <AfterSkeleton read={loading ? undefined : true} shape="row" count={1}>
        {() => null}
      </AfterSkeleton>
    </>
  );
}
