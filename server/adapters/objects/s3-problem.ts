import { StorageFullError, systemCode } from './errors.ts';

/** Where an S3 store is, for its sentences; no secret is in them. */
export interface S3Place {
  bucket: string;
  region: string;
  /** Undefined: Amazon's own. */
  endpoint?: string | undefined;
}

/** S3 did not do what it was asked, also not when asked again: one sentence that says why and what to do. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
}

/** What the SDK's errors have in common. */
type SdkError = Error & { Code?: string; $metadata?: { httpStatusCode?: number; attempts?: number } };

const REFUSED = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'InvalidToken',
  'Forbidden',
  'AuthorizationQueryParametersError',
]);
const OTHER_REGION = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);
const BUSY = new Set([
  'SlowDown',
  'ServiceUnavailable',
  'TooManyRequests',
  'RequestLimitExceeded',
  'ThrottlingException',
]);
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);
const NO_WAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection is refused',
  ECONNRESET: 'the connection is cut',
  EPIPE: 'the connection is cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its host cannot be looked up',
  ETIMEDOUT: 'it does not answer in time',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
};

/**
 * The sentence for an error of the SDK.
 *
 * @returns StorageFullError where the store has no room; an error that is not of S3 unchanged.
 */
export const asS3Error = (error: unknown, { bucket, region, endpoint }: S3Place): unknown => {
  if (!(error instanceof Error) || error instanceof S3Error || error instanceof StorageFullError) return error;
  const { name, Code, message, $metadata } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  const at = endpoint ?? `Amazon S3 in ${region}`;
  const is = (names: ReadonlySet<string>) => names.has(name) || (Code !== undefined && names.has(Code));
  const say = (sentence: string) => new S3Error(sentence, { cause: error });
  if (is(FULL) || status === 507) return new StorageFullError({ cause: error });
  if (is(new Set(['NoSuchBucket'])))
    return say(`There is no bucket "${bucket}" at ${at}. Create it, or correct S3_BUCKET and S3_ENDPOINT.`);
  if (is(OTHER_REGION) || status === 301)
    return say(`The bucket "${bucket}" is not in the region "${region}". Correct S3_REGION.`);
  if (is(REFUSED) || status === 401 || status === 403)
    return say(
      `S3 at ${at} refuses the access key for the bucket "${bucket}" (${Code ?? name}). Correct S3_ACCESS_KEY_ID and ` +
        'S3_SECRET_ACCESS_KEY, or let that key list, read, write and delete there.',
    );
  if (is(BUSY) || status === 503 || status === 429)
    return say(`S3 at ${at} is busy and refused ${$metadata?.attempts ?? 'several'} tries. It is tried again later.`);
  const system = systemCode(error) ?? systemCode((error as { cause?: unknown }).cause);
  // First the system's code: the SDK calls a cut connection a timeout, too.
  const why =
    NO_WAY[system ?? ''] ??
    (name === 'TimeoutError' || /timed? ?out/i.test(message) ? 'it does not answer in time' : undefined) ??
    (/socket hang up|aborted|terminated/i.test(message) ? 'the connection is cut' : undefined);
  if (why) return say(`S3 at ${at} cannot be reached: ${why}. Start it, or correct S3_ENDPOINT.`);
  if (status !== undefined) return say(`S3 at ${at} answers with an error: ${Code ?? name} (${status}), ${message}.`);
  return error;
};

/** Whether an error says that there is no such object. A missing bucket is not meant. */
export const isNoSuchKey = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const { name, Code, $metadata } = error as SdkError;
  if (name === 'NoSuchBucket' || Code === 'NoSuchBucket') return false;
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
};
