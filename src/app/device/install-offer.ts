import { createListeners } from '../data/listeners.ts';

/** The browser's offer to install, kept until the person asks for it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const { subscribe, notify } = createListeners();

/** Call at start: the browser fires the event once. */
export const listenForInstallOffer = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    notify();
  });
  addEventListener('appinstalled', () => {
    offer = undefined;
    notify();
  });
};

export const installOffer = (): InstallOffer | undefined => offer;
export const subscribeInstallOffer = subscribe;
export const takeInstallOffer = async (): Promise<void> => {
  await offer?.prompt();
  offer = undefined;
  notify();
};
