/** The browser's offer to install, kept until the person asks for it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Listens from the start: the browser makes its offer once. */
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
export const subscribeInstallOffer = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const takeInstallOffer = async (): Promise<void> => {
  await offer?.prompt();
  offer = undefined;
  notify();
};
