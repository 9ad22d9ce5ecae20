/** The mail server or the SMS gateway works and will not take messages for this recipient. Sending again is useless. */
export class RecipientRefused extends Error {
  /** Whether there is no mailbox at this mail address; false where the refusal may be about us, or about this one mail. */
  readonly isAddressDead: boolean;

  constructor(cause?: unknown, isAddressDead = false) {
    super('The recipient was refused', { cause });
    this.name = 'RecipientRefused';
    this.isAddressDead = isAddressDead;
  }
}
