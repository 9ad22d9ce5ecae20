import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import type { addPasskey, startPasskey } from '#contract/account.ts';
import type { InputOf, OutputOf } from '#contract/call.ts';
import { PasskeyNotMade } from './passkey-not-made.ts';

/** Asks the device to make a passkey. @throws PasskeyNotMade */
export const makePasskey = async (
  options: OutputOf<typeof startPasskey>,
): Promise<InputOf<typeof addPasskey>['passkey']> => {
  try {
    const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
    return made as InputOf<typeof addPasskey>['passkey'];
  } catch (error) {
    throw new PasskeyNotMade(error);
  }
};
