import * as v from 'valibot';

export { newId, organizationScope, userScope } from './make-id.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A row's id: UUIDv7, made by the client that makes the row and kept by the server. Source: D-08. */
export const Id = v.pipe(v.string(), v.regex(UUID, 'must be a UUID'));

/** Ids of rows that one call changes together. */
export const Ids = v.pipe(v.array(Id), v.minLength(1), v.maxLength(500));

/** Reference data keep fixed slugs, such as `ice-hockey`. Source: D-08. */
export const Slug = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(80));

/** SHA-256 as 64 lower-case hex digits. */
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** `user:<id>` or `org:<id>`: whose rows a call reads or writes. Fixed when the person acts. */
export const Scope = v.pipe(v.string(), v.regex(/^(user|org):[0-9a-f-]{36}$/));
export type Scope = v.InferOutput<typeof Scope>;
