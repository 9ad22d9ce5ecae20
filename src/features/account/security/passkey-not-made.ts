import { securityText } from '#contract/text/account-security.ts';

/** The device made no passkey. The message is for the person. */
export class PasskeyNotMade extends Error {
  constructor(cause: unknown) {
    const { name } = cause as Error;
    const message =
      name === 'InvalidStateError'
        ? securityText.knownHere
        : name === 'SecurityError'
          ? securityText.wrongAddress
          : securityText.notAdded;
    super(message, { cause });
    this.name = 'PasskeyNotMade';
  }
}
