import { afterEach, describe, expect, it } from 'vitest';
import { defineService, offerService, type PluginManifest, type ServiceContext, type ServiceReference } from '#engine';
import type { JsonValue } from '#engine/model/values';
import type { MusterError } from '../../engine/errors/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { WORKSHOP } from './each-store.ts';

/** What the plugin quotes offers. */
interface Quotes {
  price(input: { readonly weight: number }): Promise<{ readonly dollars: number }>;
  describeCaller(): Promise<JsonValue>;
  countTools(): Promise<number>;
  fail(): Promise<void>;
  refuse(): Promise<void>;
}

const quotes = defineService<Quotes>('quotes.prices', '1.2.0');
const base: Pick<PluginManifest, 'version' | 'engine'> = { version: '1.0.0', engine: '*' };
const QUIET: LogPort = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const createQuotes = ({ actor, caller, records, refuse, ...context }: ServiceContext): Quotes => ({
  price: async ({ weight }) => ({ dollars: weight * Number(context.setting('quote_rate')) }),
  describeCaller: async () => ({ kind: actor.kind, name: actor.name ?? '', hasUser: actor.userId !== undefined, caller }),
  countTools: async () => (await records.find(actor, { module: 'tools' })).total,
  fail: async () => {
    throw new TypeError('Out of order.');
  },
  refuse: async () => refuse('no_quote'),
});

/** The plugin that offers the service. */
const QUOTES: PluginManifest = {
  ...base,
  name: 'quotes',
  settings: { quote_rate: { type: 'integer', title: 'Rate', default: 3 } },
  errors: { no_quote: { status: 409, isPublic: true, text: 'There is no price today.' } },
  services: [offerService(quotes, createQuotes)],
};

/** A plugin that uses it in a route; `call` is what the route does. */
function shop(more: Partial<PluginManifest>, token: typeof quotes = quotes): PluginManifest {
  return {
    ...base,
    name: 'shop',
    uses: [token],
    routes: [
      {
        method: 'GET',
        path: '/api/shop/:method',
        handle: async ({ service, hasService, parameters }) => {
          const method = parameters['method'] ?? '';
          if (method === 'has') return { body: hasService(token) };
          const prices = service(token);
          if (method === 'price') return { body: await prices.price({ weight: 14 }) };
          // @ts-expect-error the service takes an object
          if (method === 'typed') await prices.price(14);
          return { body: await prices[method as 'describeCaller']() };
        },
      },
    ],
    ...more,
  };
}

describe('A service between plugins', () => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });
  const start = async (...plugins: readonly PluginManifest[]): Promise<TestServer> => {
    server = await startServer({ ...WORKSHOP, store: 'sqlite', plugins, log: QUIET });
    return server;
  };
  const causeOf = async (...plugins: readonly PluginManifest[]): Promise<string> => {
    const error = await start(...plugins).then(
      () => undefined,
      (thrown: MusterError) => thrown,
    );
    expect(error?.code).toBe('plugin_invalid');
    return error?.message ?? '';
  };

  it('is called with the settings and in the name of the plugin that offers it, with the rights of the requester', async () => {
    const { admin } = await start(shop({ requires: ['quotes'] }), QUOTES);
    expect((await admin.get('/api/shop/price')).body).toEqual({ dollars: 42 });
    expect((await admin.get('/api/shop/describeCaller')).body).toEqual({ kind: 'plugin', name: 'quotes', hasUser: true, caller: 'shop' });
    await admin.post('/api/tools', { name: 'Saw' });
    expect((await admin.get('/api/shop/countTools')).body).toBe(1);
    await admin.post('/api/users/register', {
      email: 'eve@shop.test',
      password: 'Shop-pass1!',
      first_name: 'Eve',
      last_name: 'Shop',
      userType: 'Standard',
      roles: [],
    });
    const eve = await server?.signIn('eve@shop.test', 'Shop-pass1!');
    expect((await eve?.get('/api/shop/countTools'))?.body.code).toBe('module_access_denied');
  });

  it('can be an object, and be called in post-save hooks and the start', async () => {
    const seen: unknown[] = [];
    const fixed = defineService<Pick<Quotes, 'countTools'>>('quotes.fixed', '1.0.0');
    const offering: PluginManifest = { ...base, name: 'quotes', services: [offerService(fixed, { countTools: async () => 5 })] };
    const { admin, application } = await start(offering, {
      ...base,
      name: 'shop',
      requires: ['quotes'],
      uses: [fixed],
      start: async ({ service }) => void seen.push(['start', await service(fixed).countTools()]),
      hooks: {
        postSave: [
          { module: 'tools', name: 'count', run: async ({ service }) => void seen.push(['hook', await service(fixed).countTools()]) },
        ],
      },
    });
    await admin.post('/api/tools', { name: 'Saw' });
    await application.outbox.drain();
    expect(seen).toEqual([
      ['start', 5],
      ['hook', 5],
    ]);
  });

  it('fails in the name of the plugin that offers it, and passes its refusals on', async () => {
    const { admin } = await start(shop({ requires: ['quotes'] }), QUOTES);
    expect((await admin.get('/api/shop/fail')).body).toMatchObject({
      code: 'plugin_failed',
      plugin: 'quotes',
      handler: 'service quotes.prices fail',
    });
    expect((await admin.get('/api/shop/refuse')).body).toMatchObject({ code: 'no_quote', error: 'There is no price today.' });
    expect((await admin.get('/api/shop/nothing')).body).toMatchObject({ code: 'plugin_failed', plugin: 'quotes' });
  });

  it('of an optional plugin is absent while that is not enabled', async () => {
    const { admin } = await start(shop({ optional: ['quotes'] }));
    expect((await admin.get('/api/shop/has')).body).toBe(false);
    expect(await admin.get('/api/shop/price')).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable', error: 'The plugin quotes, which offers quotes.prices, is not running.' },
    });
  });

  it('of an optional plugin is absent when that is off, also for those who hold it already', async () => {
    let offered: Quotes | undefined;
    const holder = shop({ optional: ['quotes'], start: ({ service }) => void (offered = service(quotes)) });
    const { admin, application } = await start(holder, QUOTES);
    expect((await admin.get('/api/shop/has')).body).toBe(true);
    const namedInShell = async () => (await admin.get('/api/shell')).body.plugins;
    expect(await namedInShell()).toEqual(['quotes', 'shop']);
    application.pluginHost.turnOff('quotes', 'It was turned off.');
    expect(await namedInShell()).toEqual(['shop']);
    expect((await admin.get('/api/shop/has')).body).toBe(false);
    expect((await admin.get('/api/shop/price')).body.code).toBe('service_unavailable');
    await expect(offered?.price({ weight: 1 })).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(application.pluginHost.statuses().map(({ name, state }) => [name, state])).toEqual([
      ['quotes', 'off'],
      ['shop', 'running'],
    ]);
  });

  it('is started before the plugins that name its plugin as optional', async () => {
    const order: string[] = [];
    await start(shop({ optional: ['quotes'], start: () => void order.push('shop') }), {
      ...QUOTES,
      start: () => void order.push('quotes'),
    });
    expect(order).toEqual(['quotes', 'shop']);
  });

  it('is refused to a plugin that does not declare it', async () => {
    const { admin } = await start(QUOTES, shop({ requires: ['quotes'], uses: [] }));
    expect((await admin.get('/api/shop/price')).body).toMatchObject({ code: 'plugin_failed', plugin: 'shop' });
  });

  it.each<[string, string, boolean]>([
    ['1.2.0', '1.2.0', true],
    ['1.3.1', '1.2.0', true],
    ['1.1.9', '1.2.0', false],
    ['2.0.0', '1.2.0', false],
  ])('in version %s for a plugin that uses version %s: %s', async (offered, used, fits) => {
    const offering: PluginManifest = { ...QUOTES, services: [offerService(defineService<Quotes>('quotes.prices', offered), createQuotes)] };
    const using = shop({ requires: ['quotes'] }, defineService<Quotes>('quotes.prices', used));
    if (fits) expect((await (await start(offering, using)).admin.get('/api/shop/price')).body).toEqual({ dollars: 42 });
    else
      expect(await causeOf(offering, using)).toBe(
        `The plugin shop cannot be loaded: It uses version ${used} of the service quotes.prices; the plugin quotes 1.0.0 offers ${offered}.`,
      );
  });

  it.each<[string, Partial<PluginManifest>, Partial<PluginManifest>, RegExp]>([
    [
      'that its plugin does not offer',
      { requires: ['quotes'] },
      { services: [] },
      /shop .*uses the service quotes\.prices, which the plugin quotes 1\.0\.0 does not offer/,
    ],
    ['whose plugin it does not name', {}, {}, /names the plugin quotes neither in requires nor in optional/],
    ['of its own', { services: [], uses: [{ name: 'shop.x', version: '1.0.0' }] }, {}, /which is its own/],
    ['without a plugin in its name', { uses: [{ name: 'prices', version: '1.0.0' }] }, {}, /not of the form <plugin>\.<service>/],
    ['without a version', { requires: ['quotes'], uses: [{ name: 'quotes.prices' } as ServiceReference] }, {}, /not of the form 1\.2\.3/],
  ])('is refused at boot to a plugin that uses one %s', async (_, using, offering, cause) => {
    expect(await causeOf({ ...QUOTES, ...offering }, shop(using))).toMatch(cause);
  });

  it.each<[string, Partial<PluginManifest>, RegExp]>([
    ['in the name of another plugin', { name: 'other' }, /other .*whose name does not begin with other/],
    ['twice', { services: [...(QUOTES.services ?? []), ...(QUOTES.services ?? [])] }, /offers the service quotes\.prices twice/],
    ['without an implementation', { services: [{ name: 'quotes.x', version: '1.0.0' } as never] }, /not made by offerService/],
  ])('is refused at boot when it is offered %s', async (_, offering, cause) => {
    expect(await causeOf({ ...QUOTES, ...offering })).toMatch(cause);
  });

  it('is refused at boot when its required plugin is not enabled', async () => {
    expect(await causeOf(shop({ requires: ['quotes'] }))).toMatch(/needs the plugin quotes, which is not enabled/);
  });
});
