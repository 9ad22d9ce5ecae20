/** Runs `work` once the next frame is on the screen. */
export const afterFrame = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work));
