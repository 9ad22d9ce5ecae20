import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { contentTypeOf } from './keys.ts';
import type { ByteRange, ObjectFacts, OpenedObject } from './index.ts';
import { inParts, type Parts } from './s3-parts.ts';
import type { S3Config } from '#server/config-objects.ts';
import { asS3Error, isNoSuchKey, S3Error } from './s3-problem.ts';

export { S3Error } from './s3-problem.ts';

/** How often one request is sent, the first time included. The SDK waits longer each time, with jitter. */
const TRIES = 4;
/** How often a broken download goes on where it was cut, without a byte in between. */
const CUTS = 5;
const CONNECT_WITHIN_MS = 5_000;
/** Silence of a connection. */
const ANSWER_WITHIN_MS = 30_000;
/** A multipart upload that is older belongs to a killed process. */
const PARTS_LIFE_MS = 24 * 3_600_000;
/** Keeps the time of the object's bytes where they came from a disk: a client that resumes asks for the same version. */
const CHANGED_AT = 'changed-at-ms';

interface ObjectInput {
  Bucket: string;
  Key: string;
  ContentType: string;
  Metadata: Record<string, string>;
}

interface Facts {
  ContentLength?: number | undefined;
  LastModified?: Date | undefined;
  Metadata?: Record<string, string> | undefined;
  ETag?: string | undefined;
}

/**
 * Objects of one bucket. Every error is an S3Error with a plain sentence, or StorageFullError. A request is repeated by
 * the SDK on 5xx, SlowDown, timeouts and cut connections; bodies are buffers, so that they can be sent again. The SDK sends
 * a CRC-32 with each, S3 compares it, and it is compared again when the object is read whole.
 */
export class S3Bucket {
  readonly #config: S3Config;
  readonly #client: S3Client;

  constructor(config: S3Config) {
    const { accessKeyId, secretAccessKey, endpoint, region, isPathStyle } = config;
    this.#config = config;
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: isPathStyle,
      maxAttempts: TRIES,
      requestHandler: {
        connectionTimeout: CONNECT_WITHIN_MS,
        requestTimeout: ANSWER_WITHIN_MS,
        socketTimeout: ANSWER_WITHIN_MS,
        throwOnRequestTimeout: true,
      },
      ...(endpoint !== undefined && { endpoint }),
    });
  }

  async stat(key: string): Promise<ObjectFacts | null> {
    const found = await this.#orNull(this.#client.send(new HeadObjectCommand(this.#at(key))));
    return found && factsOf(key, found);
  }

  /**
   * Stores an object whole: readers see the previous one until all of it is there.
   *
   * @param options.sizeBytes Of the whole, if known.
   * @param options.changedAtMs When its bytes were made, if that was before.
   */
  async put(
    key: string,
    source: Readable,
    { sizeBytes, changedAtMs }: { sizeBytes?: number | undefined; changedAtMs?: number } = {},
  ): Promise<ObjectFacts> {
    const facts = {
      ...this.#at(key),
      ContentType: contentTypeOf(key),
      Metadata: { ...(changedAtMs && { [CHANGED_AT]: String(changedAtMs) }) },
    };
    const parts = await inParts(source, sizeBytes);
    await this.#said<unknown>(
      parts.isWhole
        ? this.#client.send(new PutObjectCommand({ ...facts, Body: parts.first }))
        : this.#putParts(facts, parts),
    );
    const stored = await this.stat(key);
    const sent = parts.sizeBytes();
    if (stored?.sizeBytes !== sent)
      throw new S3Error(`S3 kept ${stored?.sizeBytes ?? 'none'} of the ${sent} bytes of ${key}.`);
    return stored;
  }

  async #putParts(facts: ObjectInput, { first, rest }: Parts): Promise<void> {
    const { Bucket, Key } = facts;
    const { UploadId } = await this.#client.send(
      new CreateMultipartUploadCommand({ ...facts, ChecksumAlgorithm: 'CRC32' }),
    );
    const upload = { Bucket, Key, UploadId };
    const send = async (Body: Buffer, PartNumber: number) => {
      const part = { ...upload, PartNumber, Body, ChecksumAlgorithm: 'CRC32' } as const;
      const { ETag, ChecksumCRC32 } = await this.#client.send(new UploadPartCommand(part));
      return { PartNumber, ETag, ChecksumCRC32 };
    };
    try {
      const Parts = [await send(first, 1)];
      for await (const part of rest) Parts.push(await send(part, Parts.length + 1));
      await this.#client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    } catch (error) {
      // Parts that stay cost room until `sweepParts`: nothing else shows them.
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  }

  /** Opens an object or a range; a cut connection goes on where it was cut, as long as the object is the same. */
  async open(key: string, { start = 0, end = Infinity }: ByteRange): Promise<OpenedObject | null> {
    // Asked for first: a range that begins past the end is an error for S3, and no bytes here.
    const found = await this.#orNull(this.#client.send(new HeadObjectCommand(this.#at(key))));
    if (!found) return null;
    const facts = factsOf(key, found);
    const last = Math.min(end, facts.sizeBytes - 1);
    const isWhole = start === 0 && last === facts.sizeBytes - 1;
    const get = async (from: number) => {
      const Range = isWhole && from === 0 ? undefined : `bytes=${from}-${last}`;
      const got = await this.#client.send(new GetObjectCommand({ ...this.#at(key), Range, IfMatch: found.ETag }));
      return got.Body as Readable;
    };
    // Begun now, so that an object that is replaced before it is read is read as it was.
    const first = last < start ? undefined : await this.#said(get(start));
    const stream = Readable.from(this.#readOn(first, get, start, last), { objectMode: false });
    return { ...facts, stream: stream.once('close', () => first?.destroy()) };
  }

  async *#readOn(
    first: Readable | undefined,
    get: (from: number) => Promise<Readable>,
    start: number,
    last: number,
  ): AsyncGenerator<Buffer> {
    let from = start;
    for (let cuts = 0; from <= last;) {
      try {
        const body = cuts === 0 && from === start ? first! : await get(from);
        for await (const bytes of body as AsyncIterable<Buffer>) {
          from += bytes.length;
          cuts = 0;
          yield bytes;
        }
        if (from <= last) throw Object.assign(new Error('The download ended early.'), { code: 'ECONNRESET' });
      } catch (error) {
        cuts += 1;
        // An answer of S3 was repeated by the SDK already.
        const isAnswer = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== undefined;
        if (cuts > CUTS || isAnswer) throw asS3Error(error, this.#config);
      }
    }
  }

  async delete(key: string): Promise<void> {
    await this.#said(this.#client.send(new DeleteObjectCommand(this.#at(key))));
  }

  /** The keys that begin so, page by page. */
  async *list(beginning: string): AsyncGenerator<string[]> {
    const { Bucket, Key: Prefix } = this.#at(beginning);
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#said(this.#client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })));
      yield (page.Contents ?? []).map(({ Key = '' }) => Key.slice(this.#config.prefix.length));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  /** Deletes what is below a folder, and the object of its name. */
  async deletePrefix(folder: string): Promise<void> {
    for await (const keys of this.list(`${folder}/`)) {
      if (keys.length === 0) continue;
      const Delete = { Objects: keys.map((key) => ({ Key: this.#at(key).Key })) };
      const { Errors = [] } = await this.#said(
        this.#client.send(new DeleteObjectsCommand({ Bucket: this.#config.bucket, Delete })),
      );
      if (Errors[0]) throw new S3Error(`S3 did not delete ${Errors[0].Key}: ${Errors[0].Code}.`);
    }
    await this.delete(folder);
  }

  /** Frees the parts of uploads that killed processes began. */
  async sweepParts(olderThanMs = PARTS_LIFE_MS): Promise<void> {
    const { bucket: Bucket, prefix: Prefix } = this.#config;
    const { Uploads = [] } = await this.#said(this.#client.send(new ListMultipartUploadsCommand({ Bucket, Prefix })));
    for (const { Key, UploadId, Initiated } of Uploads)
      if (Key?.startsWith(Prefix) && Date.now() - (Initiated?.getTime() ?? 0) > olderThanMs)
        await this.#said(this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
  }

  /** @throws S3Error if the bucket is not there, or the access key may not list it. */
  async check(): Promise<void> {
    const { bucket: Bucket, prefix: Prefix } = this.#config;
    // Not a HEAD of the bucket, whose answer has no text that says what is wrong.
    await this.#said(this.#client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 })));
  }

  close(): void {
    this.#client.destroy();
  }

  #at(key: string) {
    return { Bucket: this.#config.bucket, Key: `${this.#config.prefix}${key}` };
  }

  async #said<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw asS3Error(error, this.#config);
    }
  }

  async #orNull<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (isNoSuchKey(error)) return null;
      throw asS3Error(error, this.#config);
    }
  }
}

const factsOf = (key: string, { ContentLength = 0, LastModified, Metadata }: Facts): ObjectFacts => ({
  sizeBytes: ContentLength,
  contentType: contentTypeOf(key),
  changedAtMs: Number(Metadata?.[CHANGED_AT]) || (LastModified?.getTime() ?? 0),
});
