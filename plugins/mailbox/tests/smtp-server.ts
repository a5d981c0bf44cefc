import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An e-mail that the server accepted. */
export interface SentMail {
  /** Who had signed in. */
  readonly user: string;
  readonly from: string;
  readonly to: readonly string[];
  /** As sent, with folded headers joined. */
  readonly text: string;
}

/** A mail server of a test, over which only users who sign in send. */
export interface SmtpServer {
  readonly port: number;
  readonly received: SentMail[];
  /** Passwords, or tokens of a provider (XOAUTH2), by user. */
  readonly secrets: Map<string, string>;
  /** Refuses recipients: `permanent` with 550, `temporary` with 451; undefined: accepts them. */
  refusal: 'permanent' | 'temporary' | undefined;
  stop(): Promise<void>;
}

/** Starts a server on a free port. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: SentMail[] = [];
  const secrets = new Map<string, string>();
  const smtp = new SMTPServer({
    authMethods: ['PLAIN', 'XOAUTH2'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username = '', password, accessToken }, _session, done) {
      if (secrets.get(username) === (password ?? accessToken)) return done(null, { user: username });
      done(Object.assign(new Error('Bad secret of this user'), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, done) {
      if (server.refusal === undefined) return done();
      const isPermanent = server.refusal === 'permanent';
      const error = new Error(isPermanent ? 'No such mailbox here' : 'Busy, come back later');
      done(Object.assign(error, { responseCode: isPermanent ? 550 : 451 }));
    },
    onData(stream, { envelope: { mailFrom, rcptTo }, user }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({
          user: String(user),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts)
            .toString()
            .replace(/\r\n[ \t]+/g, ' '),
        });
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const server: SmtpServer = {
    port: (smtp.server.address() as AddressInfo).port,
    received,
    secrets,
    refusal: undefined,
    stop: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
  return server;
}
