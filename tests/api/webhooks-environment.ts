import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { createOutboundHttp } from '../../engine/adapters/outbound-http/index.ts';
import type { OutboundHttpPort } from '../../engine/ports/index.ts';
import { createSessionsEnvironment, type SessionsEnvironment } from '../sessions/sessions-environment.ts';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { readService } from '../support/services.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { REFUSING_PLUGIN } from './refusing-plugin.ts';

export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;

/** A webhook as it was created; `path` is that of its URL. */
export interface CreatedWebhook {
  readonly _id: string;
  readonly secret: string;
  readonly path: string;
  readonly _version: number;
}

/** The product with an adjustable clock, and a receiver of webhooks. */
export interface WebhooksEnvironment {
  readonly world: SessionsEnvironment;
  readonly receiver: WebhookReceiver;
  /** A System Admin with a token that was valid at the last `signInAgain` or `advance`. */
  readonly admin: ApiClient;
  readonly outboundHttp: OutboundHttpPort;
  /** Sets the addresses to which host names resolve. */
  readonly resolveTo: (addresses: readonly string[]) => void;
  readonly signInAgain: () => Promise<void>;
  /** Resolves when everything that is due was sent. */
  readonly settle: () => Promise<void>;
  /** Moves the product's clock forward and sends what is due then. */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Creates a webhook for all events of tools, changed by `input`. */
  readonly make: (input?: object) => Promise<CreatedWebhook>;
  readonly makeTool: (fields?: object) => Promise<{ readonly _id: string; readonly _version: number }>;
  /** Types and record ids of the messages at a path. */
  readonly received: (path: string) => unknown[][];
  readonly deliveriesOf: (id: string, query?: string) => Promise<TestResponse['body']>;
}

/** Runs a suite on SQLite, and on MongoDB when it is available. Each test starts without webhooks. */
export function describeWebhooks(suite: (hooks: WebhooksEnvironment) => void): void {
  const hasMongo = readService('MONGODB_URL', 'webhooks on MongoDB') !== undefined;
  for (const store of ['sqlite', ...(hasMongo ? (['mongodb'] as const) : [])] as const) {
    describe(`Webhooks on ${store}`, () => {
      const opened: Partial<OpenedEnvironment> = {};
      const hooks = createEnvironment(opened);
      beforeAll(async () => {
        opened.receiver = await startReceiver();
        opened.world = await createSessionsEnvironment(store, { outboundHttp: hooks.outboundHttp, plugins: [REFUSING_PLUGIN] });
        await hooks.signInAgain();
      });
      afterAll(() => Promise.all([opened.world?.stop(), opened.receiver?.stop()]));
      afterEach(async () => {
        await hooks.signInAgain();
        // The webhooks of the next test must only receive deliveries of that test.
        await hooks.settle();
        for (const { _id } of (await hooks.admin.get('/api/webhooks')).body.data) await hooks.admin.delete(`/api/webhooks/${_id}`);
      });
      suite(hooks);
    });
  }
}

interface OpenedEnvironment {
  world: SessionsEnvironment;
  receiver: WebhookReceiver;
  admin: ApiClient;
}

function createEnvironment(opened: Partial<OpenedEnvironment>): WebhooksEnvironment {
  const read = <Name extends keyof OpenedEnvironment>(name: Name): OpenedEnvironment[Name] => {
    const value = opened[name];
    if (value === undefined) throw new Error('The product did not start');
    return value;
  };
  let addresses: readonly string[] = ['8.8.8.8'];
  const hooks: WebhooksEnvironment = {
    get world() {
      return read('world');
    },
    get receiver() {
      return read('receiver');
    },
    get admin() {
      return read('admin');
    },
    outboundHttp: createOutboundHttp({ privateHosts: ['127.0.0.1'], resolve: async () => addresses, deadline: HOUR }),
    resolveTo: (next) => {
      addresses = next;
    },
    signInAgain: async () => {
      opened.admin = await hooks.world.admin();
    },
    settle: async () => {
      await hooks.world.server.application.outbox.drain();
      await hooks.world.server.application.webhooks.drain();
    },
    advance: async (milliseconds) => {
      hooks.world.advance(milliseconds);
      await hooks.signInAgain();
      await hooks.settle();
    },
    make: async (input = {}) => {
      const path = `/${randomUUID()}`;
      const made = await hooks.admin.post('/api/webhooks', {
        name: 'Ledger',
        url: hooks.receiver.url + path,
        modules: ['tools'],
        events: ['created', 'updated', 'deleted', 'restored', 'removed'],
        ...input,
      });
      if (made.status !== 201) throw new Error(`The webhook was not made: ${made.status} ${JSON.stringify(made.body)}`);
      return { ...made.body, path };
    },
    makeTool: async (fields = {}) => {
      const saved = await hooks.admin.post('/api/tools', { name: `Saw ${randomUUID().slice(0, 8)}`, ...fields });
      if (saved.status !== 201) throw new Error(JSON.stringify(saved.body));
      return saved.body;
    },
    received: (path) => hooks.receiver.at(path).map(({ body }) => [body.type, body.data.id]),
    deliveriesOf: async (id, query = '') => (await hooks.admin.get(`/api/webhooks/${id}/deliveries${query}`)).body.data,
  };
  return hooks;
}
