import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An e-mail that the server accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** As sent, with decoded lines. */
  readonly text: string;
}

/** A real mail server of a test. */
export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Refuses recipients: `permanent` with 550, `temporary` with 451; undefined: accepts them. */
  refusal: 'permanent' | 'temporary' | undefined;
  /** Mails to an address. */
  to(address: string): readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** Starts a mail server on a free port. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: 60 * 1_048_576,
    onRcptTo(_address, _session, done) {
      if (server.refusal === undefined) return done();
      const isPermanent = server.refusal === 'permanent';
      const error = new Error(isPermanent ? 'No such mailbox here' : 'Busy, come back later');
      done(Object.assign(error, { responseCode: isPermanent ? 550 : 451 }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        received.push({ from, to: session.envelope.rcptTo.map(({ address }) => address), text: decode(Buffer.concat(parts).toString()) });
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const server: MailServer = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    received,
    refusal: undefined,
    to: (address) => received.filter(({ to }) => to.includes(address)),
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return server;
}

/** Joins folded headers and soft line breaks, and decodes quoted characters. */
function decode(text: string): string {
  return text
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
