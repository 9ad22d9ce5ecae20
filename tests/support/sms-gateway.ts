import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const ACCOUNT = 'AC00000000000000000000000000000000';
const TOKEN = 'secret-of-the-account';
const FROM = '+15005550006';

/** What the next requests to send meet instead of an answer: see `meets`. */
export type Fault =
  /** 429 with this `Retry-After`, seconds. */
  | { tooMany: number }
  /** 500, with the message taken or not. */
  | { fails: 'before' | 'after' }
  /** The connection is lost, with the message taken or not. */
  | { lost: 'before' | 'after' }
  /** No answer at all; the message is taken. */
  | { silent: true }
  /** The message is taken, and has failed already. */
  | { failed: true };

export interface SmsGateway {
  url: string;
  config: { kind: 'twilio'; url: string; accountSid: string; authToken: string; from: string };
  /** Messages that were taken, oldest first. */
  messages: {
    to: string;
    from: string;
    body: string;
    status: string;
    date_created: string;
    error_code: number | null;
  }[];
  /** Requests to send, those included that failed. */
  posts(): number;
  meets(...faults: Fault[]): void;
  suspend(): void;
  close(): Promise<void>;
}

/**
 * The part of Twilio's API that the server uses, as it is documented: basic auth, the Messages resource (send and list by
 * number), the account, and errors as `{code, message, status}`. Numbers: +15005550001 is none, +15005550004 has refused
 * our messages, +15005550003 lies in a region that is not enabled.
 */
export const startSmsGateway = async (): Promise<SmsGateway> => {
  const messages: SmsGateway['messages'] = [];
  const faults: Fault[] = [];
  let posts = 0;
  let status = 'active';
  const credentials = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString('base64')}`;

  const answer = (response: ServerResponse, code: number, body: object, headers: Record<string, string> = {}) =>
    void response.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  const refuse = (response: ServerResponse, statusCode: number, code: number, headers?: Record<string, string>) =>
    answer(response, statusCode, { code, message: 'refused', more_info: '', status: statusCode }, headers);

  const take = (form: URLSearchParams, failed: boolean) => {
    const message = {
      sid: `SM${String(messages.length).padStart(32, '0')}`,
      to: form.get('To')!,
      from: form.get('From')!,
      body: form.get('Body')!,
      status: failed ? 'failed' : 'queued',
      date_created: new Date().toUTCString(),
      error_code: failed ? 30005 : null,
    };
    messages.push(message);
    return message;
  };

  const send = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    posts += 1;
    const form = new URLSearchParams(await text(request));
    const to = form.get('To') ?? '';
    const fault = faults.shift() ?? {};
    if ('tooMany' in fault) return refuse(response, 429, 20429, { 'Retry-After': String(fault.tooMany) });
    if (form.get('From') !== FROM) return refuse(response, 400, 21606);
    if (!/^\+[1-9]\d{6,14}$/.test(to) || to === '+15005550001') return refuse(response, 400, 21211);
    if (to === '+15005550003') return refuse(response, 400, 21408);
    if (to === '+15005550004') return refuse(response, 400, 21610);
    if (('fails' in fault && fault.fails === 'before') || ('lost' in fault && fault.lost === 'before'))
      return 'fails' in fault ? refuse(response, 500, 20500) : void request.socket.destroy();
    const message = take(form, 'failed' in fault);
    if ('silent' in fault) return;
    if ('fails' in fault) return refuse(response, 500, 20500);
    if ('lost' in fault) return void request.socket.destroy();
    return answer(response, 201, message);
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://gateway');
    const where = pathname.replace(`/2010-04-01/Accounts/${ACCOUNT}`, '');
    if (request.headers.authorization !== credentials) return refuse(response, 401, 20003);
    if (where === '.json') return answer(response, 200, { sid: ACCOUNT, status });
    if (where !== '/Messages.json') return refuse(response, 404, 20404);
    if (status !== 'active') return refuse(response, 403, 20005);
    if (request.method === 'POST') return void send(request, response);
    const found = messages.filter(({ to }) => to === searchParams.get('To')).toReversed();
    return answer(response, 200, { messages: found.slice(0, Number(searchParams.get('PageSize') ?? 50)), page: 0 });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    config: { kind: 'twilio', url, accountSid: ACCOUNT, authToken: TOKEN, from: FROM },
    messages,
    posts: () => posts,
    meets: (...next) => void faults.push(...next),
    suspend: () => {
      status = 'suspended';
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
