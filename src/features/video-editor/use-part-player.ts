import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Edge, Part } from './edit-times.ts';

/** Length of a frame until the video has been played, ms: most videos have 30 frames per second. */
const USUAL_FRAME_MS = 1000 / 30;
/** Frames per second outside of these are jumps, not frames, s. */
const FRAME_RANGE_S = [1 / 250, 1 / 10] as const;

const seek = (video: HTMLVideoElement, ms: number): void => {
  video.currentTime = ms / 1000;
};

interface PartPlayer {
  isPlaying: boolean;
  positionMs: number;
  frameMs: number;
  toggle(): void;
}

/** Plays the part in a loop, and shows the frame at the edge that was moved last. */
export const usePartPlayer = (element: RefObject<HTMLVideoElement | null>, part: Part, edge: Edge): PartPlayer => {
  const [isPlaying, setPlaying] = useState(false);
  const [positionMs, setPosition] = useState(0);
  const frameMs = useFrameMs(element, isPlaying);
  const { startMs, endMs } = part;
  const wasMoved = useRef(false);

  useEffect(() => {
    const video = element.current!;
    // Not on opening: the first picture is there already.
    if (!wasMoved.current) {
      wasMoved.current = true;
      return;
    }
    video.pause();
    seek(video, edge === 'start' ? startMs : endMs);
  }, [element, edge, startMs, endMs]);

  useEffect(() => {
    const video = element.current!;
    let handle = 0;
    const follow = () => {
      setPosition(video.currentTime * 1000);
      if (video.paused) return;
      if (video.currentTime * 1000 >= endMs) seek(video, startMs);
      handle = requestAnimationFrame(follow);
    };
    const onState = () => {
      setPlaying(!video.paused);
      cancelAnimationFrame(handle);
      follow();
    };
    // The part may end with the video, which stops it.
    const onEnded = () => {
      seek(video, startMs);
      void video.play().catch(() => {});
    };
    const stop = new AbortController();
    for (const name of ['play', 'pause', 'seeked']) video.addEventListener(name, onState, stop);
    video.addEventListener('ended', onEnded, stop);
    if (!video.paused) follow();
    return () => {
      stop.abort();
      cancelAnimationFrame(handle);
    };
  }, [element, startMs, endMs]);

  const toggle = () => {
    const video = element.current!;
    if (!video.paused) return video.pause();
    const nowMs = video.currentTime * 1000;
    if (nowMs < startMs || nowMs >= endMs - USUAL_FRAME_MS) seek(video, startMs);
    void video.play().catch(() => {});
  };
  return { isPlaying, positionMs, frameMs, toggle };
};

/** Measures the length of a frame while the video plays. */
const useFrameMs = (element: RefObject<HTMLVideoElement | null>, isPlaying: boolean): number => {
  const [frameMs, setFrameMs] = useState(USUAL_FRAME_MS);
  useEffect(() => {
    const video = element.current;
    if (!isPlaying || !video || !('requestVideoFrameCallback' in video)) return;
    let last: VideoFrameCallbackMetadata | undefined;
    let shortestS = Infinity;
    let handle = 0;
    const read = (_: number, now: VideoFrameCallbackMetadata) => {
      const stepS = last && now.presentedFrames === last.presentedFrames + 1 ? now.mediaTime - last.mediaTime : 0;
      last = now;
      if (stepS > FRAME_RANGE_S[0] && stepS < Math.min(FRAME_RANGE_S[1], shortestS)) {
        shortestS = stepS;
        setFrameMs(stepS * 1000);
      }
      handle = video.requestVideoFrameCallback(read);
    };
    handle = video.requestVideoFrameCallback(read);
    return () => video.cancelVideoFrameCallback(handle);
  }, [element, isPlaying]);
  return frameMs;
};
