/** Waits for an event of a video after an act. @throws Error if it cannot be played, or the drawing was ended. */
const once = (video: HTMLVideoElement, event: string, signal: AbortSignal, act: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => reject(new Error('no frame'));
    video.addEventListener(event, () => resolve(), { once: true, signal });
    video.addEventListener('error', end, { once: true, signal });
    signal.addEventListener('abort', end, { once: true });
    act();
  });

/**
 * Draws frames at equal distances of a video, one after the other, into canvases that are as high as shown. Ends quietly
 * where the browser cannot read it: the editor works without pictures.
 *
 * @param durationMs The length that the editor shows: a recording has none in its header.
 */
export const drawFrames = async (
  url: string,
  durationMs: number,
  canvases: readonly HTMLCanvasElement[],
  signal: AbortSignal,
): Promise<void> => {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    await once(video, 'loadeddata', signal, () => {
      video.src = url;
    });
    for (const [at, canvas] of canvases.entries()) {
      await once(video, 'seeked', signal, () => {
        video.currentTime = (((at + 0.5) / canvases.length) * durationMs) / 1000;
      });
      draw(video, canvas);
    }
  } catch {
    // Left, or unreadable.
  } finally {
    video.removeAttribute('src');
    video.load();
  }
};

/** Fills the canvas with the middle of the frame. */
const draw = (video: HTMLVideoElement, canvas: HTMLCanvasElement): void => {
  const { videoWidth, videoHeight } = video;
  canvas.width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
  canvas.height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
  const scale = Math.max(canvas.width / videoWidth, canvas.height / videoHeight);
  const [width, height] = [canvas.width / scale, canvas.height / scale];
  canvas
    .getContext('2d')
    ?.drawImage(
      video,
      (videoWidth - width) / 2,
      (videoHeight - height) / 2,
      width,
      height,
      0,
      0,
      canvas.width,
      canvas.height,
    );
};
