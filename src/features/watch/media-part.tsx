import { useEffect, useRef, useState } from 'react';
import { countView, readViewConfig } from '#contract/watch.ts';
import { type WatchDetail } from '#contract/channels.ts';
import { watchText } from '#contract/text/watch.ts';
import { VIEW_CONFIG, viewTimeMs } from '#contract/view-time.ts';
import { serverNowMs, trueNowMs } from '#store/server-time.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { AppBar } from '#ui/app-bar.tsx';
import { Player } from '#ui/player.tsx';
import { PdfViewer } from '#ui/pdf-viewer.tsx';
import { sportArt } from '#ui/sport-art.ts';
import { goBack } from '#app/navigation/back.ts';
import { useAccount } from '#app/data/account.ts';
import { useMe } from '#app/data/me.ts';
import { useNow } from '#app/format/use-now.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useAct } from '#app/data/use-act.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';
import { needsRenewal } from './watch-rules.ts';

const PDF_VIEW_MS = 30_000;

/** Player or document. Counts a view once enough was actually watched, also offline. */
export function MediaPart({
  detail,
  onExpired,
  onNext,
}: {
  detail: WatchDetail;
  onExpired: () => void;
  onNext: (() => void) | undefined;
}) {
  const isOnline = useOnline();
  const nowMs = useNow();
  const saved = useLive((db) => db.savedMedia.get(detail.id).then((row) => row ?? null), [detail.id]);
  const onWatched = useCountView(detail);
  const place = useSavedPlace(detail.id);
  if (saved === undefined || place.startAtMs === undefined) return <div className="watch__stage" />;
  // The server sets the address and its expiry, so its clock decides.
  if (!saved && (!isOnline || needsRenewal(detail, serverNowMs() ?? nowMs))) {
    // An expired address is never used: a new detail is being fetched, or the person is offline.
    if (isOnline) return <div className="watch__stage" />;
    return (
      <>
        <AppBar back={goBack} title={detail.title} />
        <EmptyState drawing="offline" title={watchText.needsConnection} />
      </>
    );
  }
  if (detail.type === 'text') {
    const source = saved ? { blob: saved.blob } : { url: detail.url! };
    return (
      <PdfViewer
        source={source}
        title={detail.title}
        onOpen={() => setTimeout(() => onWatched(PDF_VIEW_MS), PDF_VIEW_MS)}
        onBack={goBack}
      />
    );
  }
  const source = saved
    ? { blob: saved.blob }
    : {
        ...(detail.url ? { hlsUrl: detail.url } : {}),
        ...(detail.progressiveUrl ? { mp4Url: detail.progressiveUrl } : {}),
      };
  return (
    <Player
      kind={detail.type}
      title={detail.title}
      artist={detail.channel.name}
      source={source}
      poster={detail.coverImage ?? sportArt(detail.sport.id)}
      waveformUrl={detail.waveform ?? undefined}
      durationMs={detail.durationInMilliseconds ?? undefined}
      startAtMs={place.startAtMs}
      onProgress={onWatched}
      onPosition={place.keep}
      onExpired={onExpired}
      onEnded={onNext}
      onNext={onNext}
      onBack={goBack}
    />
  );
}

/** Queues the view once the view time is reached; once per visit. */
const useCountView = (detail: WatchDetail): ((watchedMs: number) => void) => {
  const act = useAct();
  const me = useMe();
  const { answer: rule = VIEW_CONFIG } = useAnswer(readViewConfig, {}, { freshMs: 24 * 3_600_000 });
  const isCounted = useRef(false);
  return (watchedMs) => {
    if (isCounted.current || detail.isOwner || !me || watchedMs < viewTimeMs(detail.durationInMilliseconds, rule))
      return;
    isCounted.current = true;
    void act(
      countView,
      {
        publishedContentId: detail.id,
        watchedMs: Math.round(watchedMs),
        watchedAt: new Date(trueNowMs()).toISOString(),
      },
      { scope: me.scope },
    );
  };
};

/** The saved playback position on this device. Read once, so that saving a new position does not move the player. */
const useSavedPlace = (id: string) => {
  const { db } = useAccount();
  const key = `place:${id}`;
  const [startAtMs, setStartAtMs] = useState<number>();
  useEffect(() => {
    void db.drafts.get(key).then((row) => setStartAtMs(Number(row?.value ?? 0)));
  }, [db, key]);
  return {
    startAtMs,
    keep: (positionMs: number) => void db.drafts.put({ key, value: positionMs, savedAtMs: Date.now() }),
  };
};
