import path from 'node:path';
import type { Settings } from './config-settings.ts';

/** A bucket of S3 and how it is reached. */
export interface S3Config {
  bucket: string;
  region: string;
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  /** Before every key: '' or words that end with '/'. */
  prefix: string;
  /** The bucket in the path, not in the host name. */
  isPathStyle: boolean;
}

/** Where objects are kept. With S3, `path` is the folder where uploads grow and finished ones wait. */
export type ObjectsConfig = { kind: 'folder'; path: string } | { kind: 's3'; path: string; s3: S3Config };

const objectsKind = (s: Settings) => s.OBJECTS ?? (s.S3_BUCKET ? 's3' : 'folder');

/** Also where only some of its settings are there. */
export const usesS3 = (s: Settings): boolean =>
  s.OBJECTS !== 'folder' && (objectsKind(s) === 's3' || S3_KEYS.some((name) => s[name] !== undefined));

/** Without these there is no S3. */
export const S3_KEYS = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Where objects are. Makes nothing. */
export function readObjects(s: Settings): ObjectsConfig {
  const folder = path.resolve(s.OBJECTS_DIR ?? path.join(path.resolve(s.DATA_DIR), 'objects'));
  if (objectsKind(s) === 'folder') return { kind: 'folder', path: folder };
  const { S3_BUCKET: bucket = '', S3_REGION: region = '', S3_ENDPOINT: endpoint, S3_PREFIX: prefix = '' } = s;
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = s;
  // Other stores than Amazon's rarely have a host name for each bucket.
  const isPathStyle = s.S3_PATH_STYLE ?? endpoint !== undefined;
  return {
    kind: 's3',
    path: folder,
    s3: { bucket, region, endpoint, accessKeyId, secretAccessKey, prefix, isPathStyle },
  };
}

/** Settings of S3 that a server without S3 must not have: somebody believes that they do something. */
export const unusedForS3 = (s: Settings): string[] =>
  objectsKind(s) === 'folder' && s.S3_BUCKET !== undefined
    ? ['OBJECTS is folder although S3_BUCKET is set; set OBJECTS=s3, or leave the S3 settings out']
    : [];
