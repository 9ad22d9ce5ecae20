/** Push services deliver within seconds to a device that is awake. */
const ARRIVAL_TIMEOUT_MS = 20_000;
const LOOK_EVERY_MS = 500;

/** Waits up to 20 s for the notification with this tag. @returns Whether this device showed it. */
export const hasArrived = async (tag: string): Promise<boolean> => {
  const registration = await navigator.serviceWorker.ready;
  const endsAtMs = performance.now() + ARRIVAL_TIMEOUT_MS;
  while (performance.now() < endsAtMs) {
    if ((await registration.getNotifications({ tag })).length > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
};
