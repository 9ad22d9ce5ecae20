import * as v from 'valibot';
import { Id, Scope } from './ids.ts';
import { Instant } from './patterns.ts';

/** Rows of messages to support (rows.ts). */

export const SupportKind = v.picklist(['contact', 'technical']);
export type SupportKind = v.InferOutput<typeof SupportKind>;
/** A message that the person wrote to support. Source: D-170. */
export const SupportRequest = v.object({
  id: Id,
  scope: Scope,
  kind: SupportKind,
  topic: v.string(),
  message: v.string(),
  screenshot: v.nullable(v.string()),
  /** `sent`: the mail to support has left the server. */
  state: v.picklist(['received', 'sent']),
  createdAt: Instant,
});
export type SupportRequest = v.InferOutput<typeof SupportRequest>;
