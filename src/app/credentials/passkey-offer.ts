import { readDeviceSetting, writeDeviceSetting } from '#store/device.ts';

/**
 * Whether a person who signed in by password is offered a passkey: this device can make one, and they neither declined
 * nor used one here. Source: decision 0067.
 */
export const offersPasskey = async (userId: string): Promise<boolean> => {
  if (!('PublicKeyCredential' in globalThis)) return false;
  if (await readDeviceSetting<boolean>(`passkeyOfferEnded:${userId}`)) return false;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
};

/** From now on this person is not offered a passkey on this device. */
export const endPasskeyOffer = (userId: string): Promise<void> =>
  writeDeviceSetting(`passkeyOfferEnded:${userId}`, true);
