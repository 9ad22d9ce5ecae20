/** A push service delivers within a moment to a device that is awake. */
const ARRIVES_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 500;

/** Whether the notification with this tag is shown on this device, within 20 s. */
export const hasArrived = async (tag: string): Promise<boolean> => {
  const registration = await navigator.serviceWorker.ready;
  const endsAtMs = performance.now() + ARRIVES_WITHIN_MS;
  while (performance.now() < endsAtMs) {
    if ((await registration.getNotifications({ tag })).length > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
};
