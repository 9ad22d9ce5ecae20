const CHANNEL = 'sideline-hand-over';

/**
 * Tells the running service worker to end what is under way: a newer one takes over and goes on with it. Said on a
 * channel, not as a message to the worker: a message to a worker that the browser is just ending for the newer one starts
 * it again, and Chromium then holds back both, and every page that is loaded meanwhile.
 */
export const askToLetGo = (): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
};

/** @param letGo Ends what is under way. Called in every service worker that runs, and in none that does not. */
export const listenToLetGo = (letGo: () => void): void => new BroadcastChannel(CHANNEL).addEventListener('message', letGo);
