import { ENCODING } from '../encoding.ts';

/** Words about a file that the server prepares. Source: decision 0045. */
export const preparingText = {
  waiting: 'Waiting for its turn',
  /** With the name of the step, which upload cards show (UPL-003). */
  waitingStep: 'Optimizing: waiting for its turn',
  working: 'Optimizing',
  percent: (percent: number): string => `Optimizing ${percent}%`,
  left: (minutes: number): string => (minutes <= 1 ? 'about a minute left' : `about ${minutes} min left`),
  better: 'Better quality follows',
} as const;

/** How far the preparation is: "Optimizing 42%, about 3 min left". */
export const preparingWords = (content: {
  encodingStatus: number;
  encodingProgress: number;
  minutesLeft?: number | null | undefined;
}): string => {
  if (content.encodingStatus === ENCODING.queued) return preparingText.waitingStep;
  if (content.encodingProgress <= 0) return preparingText.working;
  const done = preparingText.percent(content.encodingProgress);
  return content.minutesLeft ? `${done}, ${preparingText.left(content.minutesLeft)}` : done;
};
