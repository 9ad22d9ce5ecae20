// oxlint-disable-next-line typescript/triple-slash-reference -- seen by every project that imports this file
/// <reference path="./hls-light.d.ts" />
import type Hls from 'hls.js/light';
import type { ErrorData, ErrorTypes } from 'hls.js/light';

/** What to play. The first that the browser supports is used: blob, HLS, MP4. */
export interface PlayerSource {
  /** Master playlist. */
  hlsUrl?: string | undefined;
  /** Progressive file, also for audio. */
  mp4Url?: string | undefined;
  /** A file saved on this device. */
  blob?: Blob | undefined;
}

export interface Quality {
  /** hls.js level; -1 is automatic. */
  level: number;
  /** Picture height, px. */
  height: number;
}

export type Delivery = 'blob' | 'native-hls' | 'hls.js' | 'progressive' | 'none';

/** How a source is played here. hls.js only where the browser itself cannot do HLS. */
export function deliveryOf(source: PlayerSource, can: { nativeHls: boolean; mediaSource: boolean }): Delivery {
  if (source.blob) return 'blob';
  if (source.hlsUrl && can.nativeHls) return 'native-hls';
  if (source.hlsUrl && can.mediaSource) return 'hls.js';
  return source.mp4Url ? 'progressive' : 'none';
}

/** Whether this HTTP status means that the signed URL has expired. Source: D-207. */
export const isExpiredStatus = (status: number): boolean => status === 401 || status === 403 || status === 410;

export interface Attachment {
  detach: () => void;
  setLevel: (level: number) => void;
}

interface Hooks {
  startAtS: number;
  onExpired: () => void;
  onFailed: () => void;
  onQualities: (qualities: Quality[]) => void;
}

/** Buffer ahead before the first play, s: small, because many pages are opened and never played. */
const IDLE_BUFFER_S = 6;
const PLAYING_BUFFER_S = 60;

/** Sets the source of a media element and reports failures until `detach()`. */
export function attachSource(media: HTMLMediaElement, source: PlayerSource, hooks: Hooks): Attachment {
  const delivery = deliveryOf(source, {
    nativeHls: media.canPlayType('application/vnd.apple.mpegurl') !== '',
    mediaSource: 'MediaSource' in window || 'ManagedMediaSource' in window,
  });
  if (delivery === 'hls.js') return attachHls(media, source.hlsUrl!, hooks);
  if (delivery === 'none') {
    hooks.onFailed();
    return { detach: () => {}, setLevel: () => {} };
  }
  const objectUrl = delivery === 'blob' ? URL.createObjectURL(source.blob!) : undefined;
  return attachNative(
    media,
    objectUrl ?? (delivery === 'native-hls' ? source.hlsUrl! : source.mp4Url!),
    hooks,
    objectUrl,
  );
}

function attachNative(media: HTMLMediaElement, url: string, hooks: Hooks, objectUrl?: string): Attachment {
  const listening = new AbortController();
  const { signal } = listening;
  const toStart = () => {
    if (hooks.startAtS > 0) media.currentTime = hooks.startAtS;
  };
  media.addEventListener('loadedmetadata', toStart, { once: true, signal });
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
    setLevel: () => {},
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
  let level = -1;
  const load = async () => {
    const { default: HlsPlayer, Events, ErrorTypes: types } = await import('hls.js/light');
    if (listening.signal.aborted) return;
    hls = new HlsPlayer({
      // A worker would come from a blob: address, which the content security policy forbids.
      enableWorker: false,
      capLevelToPlayerSize: true,
      startPosition: hooks.startAtS || -1,
      maxMaxBufferLength: media.paused ? IDLE_BUFFER_S : PLAYING_BUFFER_S,
      backBufferLength: 60,
    });
    const player = hls;
    const raiseBuffer = () => (player.config.maxMaxBufferLength = PLAYING_BUFFER_S);
    media.addEventListener('play', raiseBuffer, { signal: listening.signal });
    player.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
      hooks.onQualities(
        levels.map(({ height }, index) => ({ level: index, height })).filter(({ height }) => height > 0),
      );
    });
    player.on(Events.ERROR, (_event, data) => onHlsError(player, data, types, hooks));
    player.currentLevel = level;
    player.loadSource(url);
    player.attachMedia(media);
  };
  load().catch(() => listening.signal.aborted || hooks.onFailed());
  return {
    setLevel(wanted) {
      level = wanted;
      if (hls) hls.nextLevel = wanted;
    },
    detach() {
      listening.abort();
      hls?.destroy();
    },
  };
}

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
