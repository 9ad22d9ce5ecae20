// oxlint-disable-next-line typescript/triple-slash-reference -- seen by every project that imports this file
/// <reference path="./hls-light.d.ts" />
import type Hls from 'hls.js/light';
import type { ErrorData, ErrorTypes } from 'hls.js/light';
import { withTokenOf } from './media-address.ts';
import { savesData } from './saves-data.ts';

/** What to play. The first that the browser supports is used: blob, HLS, MP4. */
export interface PlayerSource {
  /** Master playlist. */
  hlsUrl?: string | undefined;
  /** Progressive file, also for audio. */
  mp4Url?: string | undefined;
  /** A file saved on this device. */
  blob?: Blob | undefined;
  /** It plays longer than an address lives, so that its pieces must be asked for with renewed ones. Source: D-207. */
  isLong?: boolean | undefined;
}

/** In place of a picture height: the player chooses by the line and its own size. */
export const AUTO_QUALITY = -1;

/** Heights of the pictures that a master playlist names, px, ascending. */
const readHeights = (master: string): number[] =>
  [...new Set([...master.matchAll(/RESOLUTION=\d+x(\d+)/gu)].map(([, height]) => Number(height)))].toSorted(
    (a, b) => a - b,
  );

export type Delivery = 'blob' | 'native-hls' | 'hls.js' | 'progressive' | 'none';

/**
 * How a source is played here. hls.js where the browser itself cannot do HLS, for a long film, since the browser asks for
 * every piece with the address that it was given first, and where the quality is chosen, which a browser does not offer.
 */
export function deliveryOf(
  source: PlayerSource,
  can: { nativeHls: boolean; mediaSource: boolean },
  choosesQuality = false,
): Delivery {
  if (source.blob) return 'blob';
  const needsHlsJs = (source.isLong || choosesQuality) && can.mediaSource;
  if (source.hlsUrl && can.nativeHls && !needsHlsJs) return 'native-hls';
  if (source.hlsUrl && can.mediaSource) return 'hls.js';
  return source.mp4Url ? 'progressive' : 'none';
}

/** Whether this HTTP status means that the signed URL has expired. Source: D-207. */
export const isExpiredStatus = (status: number): boolean => status === 401 || status === 403 || status === 410;

export interface Attachment {
  detach: () => void;
  /** The address was renewed. @returns Whether it is used from now on; what plays natively is not interrupted for it. */
  renew: (source: PlayerSource) => boolean;
  /** @returns False if another attachment is needed for it. */
  setQuality: (height: number) => boolean;
}

interface Hooks {
  /** A picture height that the person chose, px, or `AUTO_QUALITY`. */
  quality: number;

  startAtS: number;
  /** The newest address of the content: a film is longer than the life of one address. */
  newestUrl: () => string | undefined;
  onExpired: () => void;
  onFailed: () => void;
  onQualities: (heights: number[]) => void;
}

/** Buffer ahead before the first play, s: small, because many pages are opened and never played. */
const IDLE_BUFFER_S = 6;
const PLAYING_BUFFER_S = 60;

/** Sets the source of a media element and reports failures until `detach()`. */
export function attachSource(media: HTMLMediaElement, source: PlayerSource, hooks: Hooks): Attachment {
  const can = {
    nativeHls: media.canPlayType('application/vnd.apple.mpegurl') !== '',
    mediaSource: 'MediaSource' in window || 'ManagedMediaSource' in window,
  };
  const delivery = deliveryOf(source, can, hooks.quality !== AUTO_QUALITY || savesData());
  if (delivery === 'hls.js') return attachHls(media, source.hlsUrl!, hooks);
  if (delivery === 'none') {
    hooks.onFailed();
    return { detach: () => {}, renew: () => true, setQuality: () => true };
  }
  const objectUrl = delivery === 'blob' ? URL.createObjectURL(source.blob!) : undefined;
  const urlOf = (each: PlayerSource) => objectUrl ?? (delivery === 'native-hls' ? each.hlsUrl! : each.mp4Url!);
  const attached = attachNative(media, source, urlOf, hooks, objectUrl);
  if (delivery !== 'native-hls' || !can.mediaSource) return attached;
  // What there is to choose from is asked for once it plays: many pages are opened and never played.
  const asking = new AbortController();
  const ask = () => void askHeights(source.hlsUrl!, asking.signal).then(hooks.onQualities, () => {});
  media.addEventListener('play', ask, { once: true, signal: asking.signal });
  return {
    ...attached,
    setQuality: (height) => height === AUTO_QUALITY,
    detach() {
      asking.abort();
      attached.detach();
    },
  };
}

const askHeights = async (master: string, signal: AbortSignal): Promise<number[]> =>
  readHeights(await (await fetch(master, { signal })).text());

function attachNative(
  media: HTMLMediaElement,
  source: PlayerSource,
  urlOf: (source: PlayerSource) => string,
  hooks: Hooks,
  objectUrl?: string,
): Attachment {
  const listening = new AbortController();
  const { signal } = listening;
  let url = urlOf(source);
  let startAtS = hooks.startAtS;
  const toStart = () => {
    if (startAtS > 0) media.currentTime = startAtS;
    startAtS = 0;
  };
  media.addEventListener('loadedmetadata', toStart, { signal });
  // The element exposes no HTTP status, so the URL is requested once more to find out why it failed.
  media.addEventListener(
    'error',
    () =>
      void hasExpired(url, signal).then((expired) => {
        if (!signal.aborted) (expired ? hooks.onExpired : hooks.onFailed)();
      }),
    { signal },
  );
  media.src = url;
  return {
    setQuality: () => true,
    renew(newer) {
      if (!media.paused) return false;
      if (objectUrl || urlOf(newer) === url) return true;
      if (media.readyState > 0) startAtS = media.currentTime;
      url = urlOf(newer);
      media.src = url;
      return true;
    },
    detach() {
      listening.abort();
      media.removeAttribute('src');
      media.load();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    },
  };
}

/** Requests two bytes of the URL to see whether it has expired. */
async function hasExpired(url: string, signal: AbortSignal): Promise<boolean> {
  if (url.startsWith('blob:')) return false;
  try {
    const response = await fetch(url, { headers: { range: 'bytes=0-1' }, cache: 'no-store', signal });
    void response.body?.cancel();
    return isExpiredStatus(response.status);
  } catch {
    return false;
  }
}

function attachHls(media: HTMLMediaElement, url: string, hooks: Hooks): Attachment {
  const listening = new AbortController();
  let hls: Hls | undefined;
  let quality = hooks.quality;
  const levelOf = (player: Hls): number =>
    quality === AUTO_QUALITY ? -1 : player.levels.findLastIndex(({ height }) => height === quality);
  const load = async () => {
    const { default: HlsPlayer, Events, ErrorTypes: types } = await import('hls.js/light');
    if (listening.signal.aborted) return;
    hls = new HlsPlayer({
      // A worker would come from a blob: address, which the content security policy forbids.
      enableWorker: false,
      // Every piece is asked for with the newest token, so that a renewed address does not interrupt the film.
      xhrSetup: (request, address) => request.open('GET', withTokenOf(address, hooks.newestUrl()), true),
      // The first level is the smallest.
      ...(savesData() ? { startLevel: 0 } : { capLevelToPlayerSize: true }),
      startPosition: hooks.startAtS || -1,
      maxMaxBufferLength: media.paused ? IDLE_BUFFER_S : PLAYING_BUFFER_S,
      backBufferLength: 60,
    });
    const player = hls;
    const raiseBuffer = () => (player.config.maxMaxBufferLength = PLAYING_BUFFER_S);
    media.addEventListener('play', raiseBuffer, { signal: listening.signal });
    player.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
      if (savesData()) player.autoLevelCapping = 0;
      const heights = new Set(levels.map(({ height }) => height).filter((height) => height > 0));
      hooks.onQualities([...heights].toSorted((a, b) => a - b));
      if (quality !== AUTO_QUALITY) player.currentLevel = levelOf(player);
    });
    player.on(Events.ERROR, (_event, data) => onHlsError(player, data, types, hooks));
    player.loadSource(url);
    player.attachMedia(media);
  };
  load().catch(() => listening.signal.aborted || hooks.onFailed());
  return {
    renew: () => true,
    setQuality(height) {
      quality = height;
      // While it plays what is on the screen stays, and the next pieces are in the new quality. Where none is to come, as in a
      // short clip, all are loaded again: the choice would show nothing.
      if (hls)
        hls[height !== AUTO_QUALITY && (media.paused || isLoaded(media)) ? 'currentLevel' : 'nextLevel'] = levelOf(hls);
      return true;
    },
    detach() {
      listening.abort();
      hls?.destroy();
    },
  };
}

/** Lengths of a stream's tracks differ by less than this, s. */
const END_SLACK_S = 0.5;
/** Whether the media are loaded from here to their end. */
const isLoaded = ({ buffered, currentTime, duration }: HTMLMediaElement): boolean =>
  Array.from({ length: buffered.length }, (_, at) => at).some(
    (at) => buffered.start(at) <= currentTime && buffered.end(at) >= duration - END_SLACK_S,
  );

let recoveredAtMs = -Infinity;

function onHlsError(player: Hls, data: ErrorData, types: typeof ErrorTypes, hooks: Hooks): void {
  if (data.response && isExpiredStatus(data.response.code ?? 0)) {
    player.stopLoad();
    return hooks.onExpired();
  }
  if (!data.fatal) return;
  const recoveredRecently = performance.now() - recoveredAtMs < 5000;
  if (data.type === types.MEDIA_ERROR && !recoveredRecently) {
    recoveredAtMs = performance.now();
    return player.recoverMediaError();
  }
  hooks.onFailed();
}
