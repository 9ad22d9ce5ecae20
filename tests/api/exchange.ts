import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface Exchange {
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}
export interface RawAnswer {
  status: number;
  text: string;
  headers: Pick<Headers, 'get'>;
}

/** Several requests wait at once; each connection is used again. */
const agent = new Agent({ keepAlive: true });
/** As `fetch` sends them, except that the answer need not be compressed. */
const USUAL = { Accept: '*/*', 'User-Agent': 'node', 'Sec-Fetch-Mode': 'cors' };

/**
 * One request and its whole answer; a redirect is the answer. Tests that make ten thousands of them use this instead of `fetch`,
 * which takes a fifth of the processor time of a request and its answer.
 */
export const exchange = (url: string, { method, headers, body }: Exchange): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const type = typeof body === 'string' ? { 'Content-Type': 'text/plain;charset=UTF-8' } : {};
    // Node names no length of the body of a DELETE by itself.
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(new URL(url), { method, agent, headers: { ...USUAL, ...type, ...length, ...headers } });
    sent.on('error', reject);
    sent.on('response', (answer) => void read(answer).then(resolve, reject));
    sent.end(body);
  });

const read = async (answer: IncomingMessage): Promise<RawAnswer> => {
  const get = (name: string): string | null => {
    const value = answer.headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  const bytes = await buffer(answer);
  const plain = get('Content-Encoding') === 'gzip' ? gunzipSync(bytes) : bytes;
  return { status: answer.statusCode!, text: plain.toString('utf8'), headers: { get } };
};
