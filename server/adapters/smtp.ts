import type { Transporter } from 'nodemailer';

/**
 * Opens the transport to a mail server. A password is sent over TLS only, unless the address says
 * `?requireTLS=false`. What the address sets wins over what is set here.
 *
 * @param limits Longest waits, ms: for the connection with its greeting, and for any answer after it.
 */
export const openSmtp = async (
  url: string,
  { connectMs, answerMs }: { connectMs: number; answerMs: number },
): Promise<Transporter> => {
  // Imported with the first mail, to start faster.
  const { default: nodemailer } = await import('nodemailer');
  return (
    nodemailer
      .createTransport({
        url,
        requireTLS: new URL(url).username !== '',
        connectionTimeout: connectMs,
        greetingTimeout: connectMs,
        socketTimeout: answerMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      // The mail that an error of the connection concerns is refused by `sendMail`; a pooled one may fail while idle.
      .on('error', () => {})
  );
};
