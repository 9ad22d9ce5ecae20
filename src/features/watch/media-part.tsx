import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readViewsVariable } from '#contract/pages.ts';
import { countView } from '#contract/watch.ts';
import type { Captions } from '#contract/captions.ts';
import { type WatchDetail } from '#contract/channels.ts';
import { watchText } from '#contract/text/watch.ts';
import { VIEW_CONFIG, viewTimeMs, type ViewConfig } from '#contract/view-time.ts';
import { serverNowMs, trueNowMs } from '#store/server-time.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { NextCard } from '#ui/player/next-card.tsx';
import { Player } from '#ui/player/player.tsx';
import { mustWait } from '#ui/player/use-auto-play.ts';
import { PdfViewer } from '#ui/pdf/pdf-viewer.tsx';
import { sportArt } from '#ui/pictures/sport-art.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePlayerCaptions } from '#app/data/captions.ts';
import { useMe } from '#app/data/me.ts';
import { usePlayerOptions } from '#app/data/player-options.ts';
import { useNow } from '#app/format/use-now.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useAct } from '#app/data/use-act.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { GettingReady } from './getting-ready.tsx';
import { usePlace } from './use-place.ts';
import { useKeepOpened } from './use-keep-opened.ts';
import { useSavedCopy } from './use-saved-copy.ts';
import { isLongFilm, needsRenewal, renewsSoon } from './watch-rules.ts';

const PDF_VIEW_MS = 30_000;

interface MediaPartProps {
  detail: WatchDetail;
  onExpired: () => void;
  /** What is played after it. */
  next: { title: string; open: () => void } | undefined;
  /** It was opened from the queue of this page. */
  isContinued: boolean;
  captions: Captions | undefined;
  /** Where it begins by the address, s. */
  at: number | undefined;
  /** A position that the person chose below the player. */
  jump: { toMs: number } | undefined;
}

/** Player or document. Counts a view once enough was actually watched, also offline. */
export function MediaPart(props: MediaPartProps) {
  const { detail, onExpired } = props;
  const isOnline = useOnline();
  const nowMs = useNow();
  const copy = useSavedCopy(detail, isOnline);
  const [isRemote, setRemote] = useState(false);
  // What is opened from the server goes on from there, also once it is saved: a document must not be opened anew while it is read.
  const saved = copy === 'ended' || (isRemote && isOnline) ? null : copy;
  const onWatched = useCountView(detail);
  const keepOpened = useKeepOpened(detail, isOnline && copy === null);
  const place = usePlace(detail, props.at);
  // The server sets the address and its expiry, so its clock decides.
  const isExpired = needsRenewal(detail, serverNowMs() ?? nowMs);
  useRenewal(isOnline && saved === null && renewsSoon(detail, serverNowMs() ?? nowMs), nowMs, onExpired);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && saved === null && isOnline && !isExpired) setOpen(true);
  if (!isRemote && copy === null && isOnline) setRemote(true);
  if (saved === undefined || place.startAtMs === undefined) return <div className="watch__stage" />;
  if (!saved && isOnline && detail.url === null) return <GettingReady detail={detail} onLook={onExpired} />;
  if (!saved && (!isOnline || (isExpired && !isOpen))) {
    // Nothing is opened with an expired address: a new detail is being fetched, or the person is offline. What plays
    // goes on with what it has, and asks for a new address itself.
    return isOnline ? <div className="watch__stage" /> : <NotSaved title={detail.title} isEnded={copy === 'ended'} />;
  }
  if (detail.type === 'text') {
    const source = saved ? { blob: saved.blob } : { url: detail.url! };
    return <PdfPart source={source} title={detail.title} onWatched={onWatched} onOpened={keepOpened} />;
  }
  return (
    <PlayerPart
      {...props}
      kind={detail.type}
      blob={saved?.blob}
      startAtMs={place.startAtMs}
      onPosition={place.keep}
      onWatched={onWatched}
    />
  );
}

interface PlayerPartProps extends MediaPartProps {
  kind: 'video' | 'audio';
  /** The copy on this device. */
  blob: Blob | undefined;
  startAtMs: number;
  onPosition: (positionMs: number, isStop: boolean) => void;
  onWatched: (watchedMs: number) => void;
}

function PlayerPart({ detail, kind, blob, next, isContinued, captions, onWatched, ...rest }: PlayerPartProps) {
  const spoken = usePlayerCaptions(captions);
  const playing = usePlayerOptions();
  const playsNext = next !== undefined && playing.options?.playsNext !== false && !mustWait();
  const source = blob
    ? { blob }
    : {
        ...(detail.url ? { hlsUrl: detail.url } : {}),
        ...(detail.progressiveUrl ? { mp4Url: detail.progressiveUrl } : {}),
        isLong: isLongFilm(detail),
      };
  return (
    <Player
      {...rest}
      {...spoken}
      {...playing}
      kind={kind}
      title={detail.title}
      artist={detail.channel.name}
      source={source}
      // A sound's waveform is drawn over its art below.
      poster={(detail.coverImage !== detail.waveform && detail.coverImage) || sportArt(detail.sport.id)}
      waveformUrl={detail.waveform ?? undefined}
      durationMs={detail.durationInMilliseconds ?? undefined}
      autoPlay={isContinued ? 'continued' : true}
      onProgress={onWatched}
      atEnd={playsNext && <NextCard title={next.title} onPlay={next.open} />}
      onNext={next?.open}
      onBack={goBack}
    />
  );
}

interface PdfPartProps {
  source: { blob: Blob } | { url: string };
  title: string;
  onWatched: (watchedMs: number) => void;
  onOpened: () => void;
}

/** A document counts as watched once it was open for the time of a view; one that was left before does not. */
function PdfPart({ source, title, onWatched, onOpened }: PdfPartProps) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    onOpened();
  };
  const onRead = useEffectEvent(() => onWatched(PDF_VIEW_MS));
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => onRead(), PDF_VIEW_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return <PdfViewer source={source} title={title} onOpen={open} onBack={goBack} />;
}

/** What is shown offline for an item that is not on this device, or may not be watched from it any more. */
function NotSaved({ title, isEnded }: { title: string; isEnded: boolean }) {
  return (
    <>
      <AppBar back={goBack} title={title} heading={false} />
      <section aria-label={title}>
        <EmptyState drawing="offline" title={isEnded ? watchText.leaseEnded : watchText.notSaved} />
      </section>
    </>
  );
}

/** Renews the address while it is still good, so that what plays goes on without a break; tries once a minute. */
const useRenewal = (isDue: boolean, nowMs: number, renew: () => void): void => {
  const renewNow = useEffectEvent(renew);
  useEffect(() => {
    if (isDue) renewNow();
  }, [isDue, nowMs]);
};

const RULE_FRESH_MS = 24 * 3_600_000;

/** The figures of the view-time rule, by their names as the specification has them. Source: WAT-021. */
const useViewRule = (): ViewConfig => {
  const { answer: fixed } = useAnswer(readViewsVariable, { name: 'fixed_seconds' }, { freshMs: RULE_FRESH_MS });
  const { answer: share } = useAnswer(readViewsVariable, { name: 'percentage' }, { freshMs: RULE_FRESH_MS });
  const { answer: most } = useAnswer(readViewsVariable, { name: 'maximum_seconds' }, { freshMs: RULE_FRESH_MS });
  return {
    fixedSeconds: fixed?.value ?? VIEW_CONFIG.fixedSeconds,
    percentage: share?.value ?? VIEW_CONFIG.percentage,
    maximumSeconds: most?.value ?? VIEW_CONFIG.maximumSeconds,
  };
};

/** Queues the view once the view time is reached; once per visit. */
const useCountView = (detail: WatchDetail): ((watchedMs: number) => void) => {
  const act = useAct();
  const me = useMe();
  const rule = useViewRule();
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
