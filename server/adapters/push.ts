/** What a push carries: no private text, only what to show and where a tap leads. */
export interface PushPayload {
  /** The notification's id, also the tag: the same one twice shows once. */
  id: string;
  /** Whose it is: a device shows its words to nobody else. */
  userId: string;
  title: string;
  text: string;
  link: string | null;
  /** Unread count for the badge. */
  unread: number;
}

export interface PushSender {
  kind: 'webpush' | 'fcm';
  /** Key that the browser subscribes with; null for FCM without one. */
  publicKey: string | null;
  firebase: Record<string, string> | null;
  /**
   * @returns `gone` when the service says that this registration is dead: the caller deletes it.
   * @throws Error for everything that may work later.
   */
  send(registrationId: string, payload: PushPayload): Promise<'sent' | 'gone'>;
}
