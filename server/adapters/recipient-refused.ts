/** The mail server or the SMS gateway works and will not take messages for this recipient. Sending again is useless. */
export class RecipientRefused extends Error {
  constructor(cause?: unknown) {
    super('The recipient was refused', { cause });
    this.name = 'RecipientRefused';
  }
}
