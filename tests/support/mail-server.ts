import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { makeCertificate } from './certificate.ts';

/** A mail as its recipient gets it. */
export interface ReceivedMail extends Email {
  /** Addresses of the envelope. */
  envelope: string[];
  /** Where the envelope says that the mail comes back if it cannot be delivered. */
  returnPath: string;
  raw: string;
}

export interface MailServerOptions {
  /** TLS from the first byte, instead of after STARTTLS. */
  isSecure?: boolean;
  /** Offers no TLS at all. */
  isPlain?: boolean;
  login?: { name: string; password: string };
  /** Refuses the first this many tries to each address for now, as greylisting does. */
  greylists?: number;
  /** Recipients that do not exist. */
  unknown?: readonly string[];
  /** What is answered to other recipients: number and text. It can be changed while the server runs. */
  refused?: ReadonlyMap<string, readonly [code: number, text: string]>;
}

export interface MailServer {
  port: number;
  /** Trusts this server: goes after the address in `SMTP_URL`. */
  trust: string;
  received: ReceivedMail[];
  /** Recipients as they were asked for, refused ones too. */
  asked: string[];
  close(): Promise<void>;
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

/** A real SMTP server on this machine, which keeps what it gets. */
export const startMailServer = async (options: MailServerOptions = {}): Promise<MailServer> => {
  const {
    isSecure = false,
    isPlain = false,
    login,
    greylists = 0,
    unknown = [],
    refused = new Map<string, readonly [number, string]>(),
  } = options;
  const certificate = makeCertificate();
  const received: ReceivedMail[] = [];
  const asked: string[] = [];
  const keep = callbackify(async (stream: AsyncIterable<Buffer>, envelope: SMTPServerSession['envelope']) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const email = await PostalMime.parse(raw);
    received.push({
      ...email,
      envelope: envelope.rcptTo.map(({ address }) => address),
      returnPath: envelope.mailFrom ? envelope.mailFrom.address : '',
      raw: raw.toString(),
    });
  });
  const server = new SMTPServer({
    ...certificate,
    secure: isSecure,
    authOptional: !login,
    allowInsecureAuth: isPlain,
    disabledCommands: [...(isPlain ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _, done) =>
      username === login?.name && password === login?.password
        ? done(null, { user: username })
        : done(refusal(535, '5.7.8 Authentication failed')),
    onRcptTo: ({ address }, _, done) => {
      asked.push(address);
      if (unknown.includes(address)) return done(refusal(550, `5.1.1 <${address}> does not exist`));
      const answer = refused.get(address);
      if (answer) return done(refusal(answer[0], answer[1]));
      const tries = asked.filter((each) => each === address).length;
      return done(tries <= greylists ? refusal(451, `4.7.1 <${address}> greylisted, try again later`) : null);
    },
    onData: (stream, { envelope }, done) => keep(stream, envelope, done),
  });
  // A client that trusts no such certificate ends the connection.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    trust: `tls.ca=${encodeURIComponent(certificate.cert)}`,
    received,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
