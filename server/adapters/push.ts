/** Content of a push: what to show and the target of a tap; no private text. */
export interface PushPayload {
  /** The notification's id, used as tag: a repeated push shows once. */
  id: string;
  /** The recipient: a device shows the text only while this account is signed in. */
  userId: string;
  title: string;
  text: string;
  link: string | null;
  /** Unread count for the badge. */
  unread: number;
  /** Only of a notification in the list: equal for those that are shown as one (decision 0134). */
  subject?: string;
  /** Words of a button that opens the link. */
  act?: string;
}

/** The push service answered, and did not take the push. */
export class PushRefused extends Error {
  override name = 'PushRefused';
}

export interface PushSender {
  kind: 'webpush' | 'fcm';
  /** Public key for the browser's subscription; null for FCM without one. */
  publicKey: string | null;
  firebase: Record<string, string> | null;
  /**
   * @returns `gone` if the service does not know this registration any more: the caller deletes it.
   * @throws PushRefused if the service did not take it; Error if it cannot be reached. A retry may solve both.
   */
  send(registrationId: string, payload: PushPayload): Promise<'sent' | 'gone'>;
}
