import { createMedia, type Media } from './adapters/media/index.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** Finds ffmpeg and tries the jails, by the settings. @throws Error for the operator if there is no ffmpeg. */
export const openMedia = (config: Config, log: Log): Promise<Media> =>
  createMedia({
    ffmpegPath: config.media.ffmpegPath,
    jail: config.media.jail,
    nice: config.media.nice,
    mayUseLimits: config.nodeEnv !== 'production',
    onJail: (line, isWeak) => (isWeak ? log.warn(line) : log.info(line)),
  });
