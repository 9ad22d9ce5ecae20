// oxlint-disable-next-line typescript/triple-slash-reference -- seen by every project that imports this file
/// <reference path="./hls-light.d.ts" />
import type Hls from 'hls.js/light';
import type { ErrorData, ErrorTypes } from 'hls.js/light';

/** What to play; the first the browser can play in this order: blob, HLS, MP4. */
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

/** Answers that mean the signed address has run out. Source: D-207. */
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

/** Before the first play only this much is fetched ahead, s: a page that is only read costs little. */
const IDLE_BUFFER_S = 6;
const PLAYING_BUFFER_S = 60;

/** Gives a media element its source and watches for failures until `detach()`. */
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
  // The element tells no status, so the address is asked once more to learn why it failed.
  media.addEventListener(
    'error',
    () =>
      void reasonOfFailure(url, signal).then((expired) => {
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

async function reasonOfFailure(url: string, signal: AbortSignal): Promise<boolean> {
  if (url.startsWith('blob:')) return false;
  try {
    const answer = await fetch(url, { headers: { range: 'bytes=0-1' }, cache: 'no-store', signal });
    void answer.body?.cancel();
    return isExpiredStatus(answer.status);
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
    const more = () => (player.config.maxMaxBufferLength = PLAYING_BUFFER_S);
    media.addEventListener('play', more, { signal: listening.signal });
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
  const recoveredLately = performance.now() - recoveredAtMs < 5000;
  if (data.type === types.MEDIA_ERROR && !recoveredLately) {
    recoveredAtMs = performance.now();
    return player.recoverMediaError();
  }
  hooks.onFailed();
}
