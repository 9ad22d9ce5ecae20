import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startFauxqs } from 'fauxqs';
import type { S3Config } from '#server/config-objects.ts';

/** What the line to S3 does with a request; undefined lets it through. */
export type Fault = { status: number; code: string } | 'cut' | 'cut the answer';

export interface S3Server {
  config: S3Config;
  /** Decides for each request from now on. */
  onRequest(fault: (method: string, url: URL) => Fault | undefined): void;
  /** Requests that came, as `METHOD /path?query`. */
  requests: string[];
  /** Multipart uploads that are neither whole nor given up, by id: their keys. */
  openUploads: Map<string, string>;
  stop(): Promise<void>;
}

/** Bytes of an answer that come before its connection is cut. */
const CUT_AFTER_BYTES = 100_000;

/** An S3 server with one bucket, behind a line that can fail. */
export async function startS3(): Promise<S3Server> {
  const s3 = await startFauxqs({ port: 0, logger: false });
  s3.createBucket('files');
  const requests: string[] = [];
  const openUploads = new Map<string, string>();
  let faultOf: (method: string, url: URL) => Fault | undefined = () => undefined;
  const line = createServer((incoming, answer) => {
    const { method = '', url = '' } = incoming;
    requests.push(`${method} ${url}`);
    const fault = faultOf(method, new URL(url, 'http://s3'));
    if (fault === 'cut') return void incoming.socket.destroy();
    if (typeof fault === 'object') return refuse(incoming, answer, fault);
    // This server cannot list them, so the line does.
    if (method === 'GET' && /[?&]uploads\b/.test(url)) return listUploads(answer, openUploads);
    pass(incoming, answer, s3.port, fault);
    answer.once('finish', () => {
      const { pathname, searchParams } = new URL(url, 'http://s3');
      const ended = searchParams.get('uploadId');
      if (ended && method !== 'PUT' && answer.statusCode < 300) openUploads.delete(ended);
      const begun = answer.getHeader('x-upload-id');
      if (begun) openUploads.set(String(begun), pathname.split('/').slice(2).join('/'));
    });
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  return {
    requests,
    openUploads,
    config: {
      bucket: 'files',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      prefix: 'place/',
      isPathStyle: true,
    },
    onRequest(fault) {
      faultOf = fault;
    },
    async stop() {
      line.closeAllConnections();
      line.close();
      await s3.stop();
    },
  };
}

const listUploads = (answer: ServerResponse, uploads: ReadonlyMap<string, string>): void => {
  const each = [...uploads].map(
    ([id, key]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date().toISOString()}</Initiated></Upload>`,
  );
  answer.writeHead(200, { 'Content-Type': 'application/xml' });
  answer.end(`<?xml version="1.0"?><ListMultipartUploadsResult>${each.join('')}</ListMultipartUploadsResult>`);
};

const refuse = (incoming: IncomingMessage, answer: ServerResponse, { status, code }: Exclude<Fault, string>): void => {
  incoming.resume().once('end', () => {
    const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
    answer.writeHead(status, { 'Content-Type': 'application/xml' });
    answer.end(incoming.method === 'HEAD' ? undefined : text);
  });
};

const pass = (incoming: IncomingMessage, answer: ServerResponse, port: number, fault?: Fault): void => {
  const { method, url, headers } = incoming;
  const onward = request({ port, method, path: url, headers }, (reply) => {
    if (method === 'POST' && /[?&]uploads\b/.test(url ?? '')) {
      void text(reply).then((body) => {
        answer.setHeader('x-upload-id', /<UploadId>([^<]+)/.exec(body)?.[1] ?? '');
        answer.writeHead(reply.statusCode ?? 500, reply.headers);
        answer.end(body);
      });
      return;
    }
    answer.writeHead(reply.statusCode ?? 500, reply.headers);
    if (fault !== 'cut the answer') return void reply.pipe(answer);
    let sent = 0;
    reply.on('data', (bytes: Buffer) => {
      const room = CUT_AFTER_BYTES - sent;
      sent += bytes.length;
      if (room > 0) answer.write(bytes.subarray(0, room));
      if (sent >= CUT_AFTER_BYTES) setImmediate(() => incoming.socket.destroy());
    });
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
};
