import { useState } from 'react';
import { lockedText } from '#contract/text/watch-player.ts';
import { LockedPanel } from '#ui/tiles/locked-panel.tsx';
import { PdfViewer } from '#ui/pdf/pdf-viewer.tsx';
import { Player, type PlayerSource } from '#ui/player/player.tsx';
import { QueueList, type QueueEntry } from '#ui/lists/queue-list.tsx';

const QUEUE: QueueEntry[] = [
  {
    id: '1',
    title: 'Low driven cross, slowed down',
    channelName: 'First Touch Lab',
    type: 'video',
    length: '9:10',
    href: '#1',
  },
  {
    id: '2',
    title: 'Reading the press',
    channelName: 'Pressing Matters',
    type: 'audio',
    length: '18:05',
    href: '#2',
  },
  {
    id: '3',
    title: 'Court movement map',
    channelName: 'Serve and Recover',
    type: 'text',
    length: '2 pages',
    href: '#3',
  },
];

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:04.000\nKeep the ball close.\n';

/** Base addresses of the samples; without them the players show their failure state. */
export interface DevPlayersProps {
  base?: string | undefined;
}

export function DevPlayers({ base = '/dev-media' }: DevPlayersProps) {
  const [watchedMs, setWatchedMs] = useState(0);
  const [token, setToken] = useState(1);
  const source: PlayerSource = { hlsUrl: `${base}/${token}/hls/master.m3u8`, mp4Url: `${base}/${token}/video.mp4` };
  return (
    <div className="dev-form dev-block">
      <Player
        kind="video"
        title="Scan before you receive"
        source={source}
        poster="/art/football.svg"
        captions={[{ vtt: CAPTIONS, label: 'English', language: 'en' }]}
        sticky={false}
        onProgress={setWatchedMs}
        onExpired={() => setToken(token + 1)}
        onNext={() => {}}
        onBack={() => {}}
      />
      <output className="dev-watched">{`Watched ${watchedMs} ms, address ${token}`}</output>
      <Player
        kind="audio"
        title="Reading the press"
        source={{ mp4Url: `${base}/1/audio.m4a` }}
        poster="/art/tennis.svg"
        waveformUrl={`${base}/1/waveform.png`}
        sticky={false}
      />
      <Player
        kind="video"
        title="Gone"
        source={{ mp4Url: `${base}/missing.mp4` }}
        poster="/art/golf.svg"
        sticky={false}
        onBack={() => {}}
      />
      <PdfViewer source={{ url: `${base}/1/plan.pdf` }} title="Court movement map" />
      <PdfViewer source={{ url: `${base}/missing.pdf` }} title="Gone" />
      <LockedPanel
        art="/art/tennis.svg"
        badge={lockedText.badge}
        message={lockedText.message}
        actionLabel="Subscribe to Tennis"
        href="#subscribe"
        note="14-day free trial, then $3.99 per month"
        onBack={() => {}}
      />
      <DevQueue />
    </div>
  );
}

function DevQueue() {
  return (
    <div style={{ padding: '0 var(--gutter)' }}>
      <QueueList
        entries={QUEUE}
        cover={({ id }) => <img src={id === '3' ? '/art/tennis.svg' : '/art/football.svg'} alt="" />}
        endArt="/art/empty-quiet.svg"
      />
    </div>
  );
}
