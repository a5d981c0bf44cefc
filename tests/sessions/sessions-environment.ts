import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createApiClient, type TestResponse, type ApiClient } from '../support/api-client.ts';
import { startServer, TEST_ADMIN, type TestServer, type TestServerOptions } from '../support/start-server.ts';
import { readMailFiles } from '../../engine/testing/mail-files.ts';
import { WORKSHOP } from '../api/each-store.ts';

export const PASSWORD = 'Secret-pass1!';

/** The cookie and token of a signed-in user, as a browser stores them. */
export interface Visitor {
  readonly user: { readonly _id: string; readonly email: string };
  readonly token: string;
  /** 'muster_refresh=…', or undefined when the response removed it. */
  readonly cookie: string | undefined;
}

/** The product with an adjustable clock, and users to sign in as. */
export interface SessionsEnvironment {
  readonly server: TestServer;
  readonly anonymous: ApiClient;
  /** Moves the product's clock forward. */
  advance(milliseconds: number): void;
  /** The product's clock moves only by `advance` while this runs. */
  stopClock(run: () => Promise<void>): Promise<void>;
  /** A System Admin with a valid token. */
  admin(): Promise<ApiClient>;
  /** Creates a user with {@link PASSWORD}; returns their record. */
  makeUser(fields?: object): Promise<{ readonly _id: string; readonly email: string; readonly _version: number }>;
  signIn(email: string, password?: string): Promise<Visitor>;
  clientOf(visitor: Visitor): ApiClient;
  refresh(cookie: string | undefined): Promise<TestResponse>;
  /** Waits for the newest e-mail to an address. */
  mailTo(email: string, after?: number): Promise<string>;
  /** Waits for a notice to an address, which is stored and not confidential; returns the text of the newest with this subject. */
  noticeTo(email: string, subject: string): Promise<string>;
  /** Number of e-mails to an address. */
  countMail(email: string): Promise<number>;
  stop(): Promise<void>;
}

export async function createSessionsEnvironment(
  store: TestServerOptions['store'],
  options: Partial<TestServerOptions> = {},
): Promise<SessionsEnvironment> {
  let offset = 0;
  let stoppedAt: number | undefined;
  const server = await startServer({ ...WORKSHOP, ...options, store, clock: { now: () => (stoppedAt ?? Date.now()) + offset } });
  const anonymous = createApiClient(server.url, undefined);
  let admin = { client: server.admin, at: 0 };

  const world: SessionsEnvironment = {
    server,
    anonymous,
    advance: (milliseconds) => void (offset += milliseconds),
    async stopClock(run) {
      stoppedAt = Date.now();
      try {
        await run();
      } finally {
        stoppedAt = undefined;
      }
    },
    async admin() {
      if (offset - admin.at > 600_000) admin = { client: await server.signIn(TEST_ADMIN.email, TEST_ADMIN.password), at: offset };
      return admin.client;
    },
    async makeUser(fields = {}) {
      const made = await (await world.admin()).post('/api/users/register', {
        first_name: 'Nora',
        last_name: 'Quill',
        email: newEmail(),
        userType: 'Standard',
        password: PASSWORD,
        ...fields,
      });
      if (made.status !== 201) throw new Error(`The user was not made: ${made.status} ${JSON.stringify(made.body)}`);
      return made.body;
    },
    async signIn(email, password = PASSWORD) {
      const response = await anonymous.post('/api/users/login', { email, password });
      if (response.status !== 200) throw new Error(`Sign-in returned ${response.status}: ${JSON.stringify(response.body)}`);
      return visitorOf(response);
    },
    clientOf: (visitor) => createApiClient(server.url, visitor.token),
    refresh: (cookie) => anonymous.post('/api/auth/refresh', undefined, cookie === undefined ? {} : { cookie }),
    async mailTo(email, after = 0) {
      await expect.poll(() => readMail(server, email).length, { message: `E-mails to ${email}` }).toBeGreaterThan(after);
      return readMail(server, email).at(-1) ?? '';
    },
    async noticeTo(email, subject) {
      const find = async (): Promise<string | undefined> => {
        const stored = await server.application.mail.listStored?.({ offset: 0, limit: 100 });
        return stored?.data.find((mail) => mail.to.includes(email) && mail.subject === subject)?.text;
      };
      await expect.poll(find, { message: `A notice to ${email}: ${subject}` }).toBeDefined();
      return (await find()) ?? '';
    },
    countMail: async (email) => readMail(server, email).length,
    stop: () => server.stop(),
  };
  return world;
}

export function newEmail(): string {
  return `nora.${randomUUID().slice(0, 13)}@muster.test`;
}

export function visitorOf(response: TestResponse): Visitor {
  return { user: response.body.user, token: response.body.token, cookie: cookieOf(response) };
}

/** The refresh cookie that a response sets. */
export function cookieOf(response: TestResponse): string | undefined {
  const set = response.headers.getSetCookie().find((one) => one.startsWith('muster_refresh=') && one.includes('Path=/api/auth'));
  const pair = set?.split(';', 1)[0];
  return pair === 'muster_refresh=' ? undefined : pair;
}

/** The device cookie that a response sets. */
export function deviceOf(response: TestResponse): string {
  const set = response.headers.getSetCookie().find((one) => one.startsWith('muster_device='));
  return set?.split(';', 1)[0] ?? '';
}

/** The temporary password in an e-mail. */
export function temporaryPasswordIn(text: string): string {
  const found = /Temporary password: (\S+)/.exec(text)?.[1];
  if (found === undefined) throw new Error(`No temporary password in: ${text}`);
  return found;
}

/** Without a mail server, e-mails with a temporary password are written to files. */
function readMail(server: TestServer, email: string): string[] {
  return readMailFiles(server.application.configuration.dataFolder)
    .filter(({ to }) => to.includes(email))
    .map(({ text }) => text);
}
