import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '#tests/support';
import type { MusterError } from '../errors/index.ts';
import type { InTransactionContext } from '../records/index.ts';
import { loadSnapshot } from '../registry/index.ts';
import type { PluginManifest } from './manifest.ts';
import { codeOf, context, host, lines, paint, REQUEST, snapshot, started, stopHosts } from './plugin-host-fixture.ts';

afterEach(stopHosts);

describe('boot checks', () => {
  it.each<[string, Partial<PluginManifest> & { [name: string]: unknown }, RegExp]>([
    ['a bad name', { name: 'Paint!' }, /name/],
    ['a bad version', { version: '1' }, /version/],
    ['an engine that is too old', { engine: '^9.0.0' }, /\^9\.0\.0/],
    ['a range that cannot be read', { engine: 'latest' }, /cannot be read/],
    [
      'a folder of definitions that does not exist',
      { definitions: { folder: new URL('./nowhere/', import.meta.url) } },
      /nowhere.*not exist/,
    ],
    ['a folder of definitions that is a page', { definitions: { folder: new URL('https://localhost/') } }, /neither a path nor a file URL/],
    ['a missing plugin', { requires: ['brush'] }, /brush/],
    ['a hook without a function', { hooks: { preSave: [{ module: 'things', name: 'x' }] } as never }, /function/],
    ['session data with a bad name', { sessionData: [{ name: 'my-data', read: () => null }] }, /session data/],
    ['session data without a function', { sessionData: [{ name: 'mine' }] as never }, /session data mine have no function read/],
    ['an unknown kind of hook', { hooks: { midSave: [] } as never }, /midSave/],
    ['a route outside /api', { routes: [{ method: 'GET', path: '/things', handle: () => ({ body: null }) }] }, /under \/api/],
    ['an unknown method', { routes: [{ method: 'PATCH' as never, path: '/api/x', handle: () => ({ body: null }) }] }, /method.*PATCH/],
    [
      'a deadline of a route that is no number',
      { routes: [{ method: 'GET', path: '/api/x', deadline: Number.NaN, handle: () => ({ body: null }) }] },
      /deadline of the route/,
    ],
    [
      'an endless deadline of a hook',
      { hooks: { preSave: [{ module: 'things', name: 'x', deadline: Number.POSITIVE_INFINITY, run: () => undefined }] } },
      /deadline of the preSave hook x/,
    ],
    [
      'a deadline of a migration that is no number',
      { migrations: [{ number: 1, name: 'x', deadline: Number.NaN, run: () => undefined }] },
      /deadline of its migration/,
    ],
    [
      'downloads of a route that does not only read',
      { routes: [{ method: 'POST', path: '/api/x', downloads: ['text/csv'], handle: () => ({ body: null }) }] },
      /which only routes have that read/,
    ],
    [
      'a download that is no content type',
      { routes: [{ method: 'GET', path: '/api/x', downloads: ['csv'], handle: () => ({ body: null }) }] },
      /not content types/,
    ],
    [
      'a permission that is not declared',
      { routes: [{ method: 'GET', path: '/api/x', permission: 'p', handle: () => ({ body: null }) }] },
      /does not declare/,
    ],
    [
      "an error code of the engine's",
      { errors: { record_not_found: { status: 404, isPublic: true, text: 'x' } } },
      /already that of the engine/,
    ],
    ['a permission whose name has one word', { permissions: [{ name: 'paint', label: 'Paint' }] }, /form tickets\.merge/],
    ['a permission without a label', { permissions: [{ name: 'things.paint', label: '' }] }, /no label/],
    [
      'a notification whose name has capitals',
      { notifications: [{ name: 'Late', label: 'Late', icon: 'clock', text: '{what} is late' }] },
      /lower case letters, digits and _/,
    ],
    ['a notification without a text', { notifications: [{ name: 'late', label: 'Late', icon: 'clock', text: ' ' }] }, /no text/],
    [
      "a notification of the product's",
      { notifications: [{ name: 'assigned', label: 'Late', icon: 'clock', text: 'x' }] },
      /already that of the product/,
    ],
    ['migrations that are not numbered in order', { migrations: [{ number: 2, name: 'x', run: () => undefined }] }, /not numbered 1, 2, 3/],
    ['a migration without a function', { migrations: [{ number: 1, name: 'x' }] as never }, /no function run/],
    [
      'an unknown access of a route',
      { routes: [{ method: 'GET', path: '/api/x', access: 'all', handle: () => ({ body: null }) }] as never },
      /session, link or public/,
    ],
    [
      'a permission of a route by link',
      {
        permissions: [{ name: 'things.paint', label: 'Paint' }],
        routes: [{ method: 'GET', path: '/api/x', access: 'link', permission: 'things.paint', handle: () => ({ body: null }) }],
      },
      /opened by a link/,
    ],
    [
      'a job with too much concurrency',
      { jobs: [{ name: 'dry', concurrency: 2_000, run: () => undefined }] },
      /concurrency of the job dry/,
    ],
    [
      'a job with a schedule and a payload',
      { jobs: [{ name: 'dry', schedule: '0 3 * * *', payloadSchema: { type: 'object' }, run: () => undefined }] },
      /job dry.*scheduled runs have no payload/,
    ],
    ['a job with a deadline of 0', { jobs: [{ name: 'dry', deadline: 0, run: () => undefined }] }, /deadline of the job dry/],
    ['a job with a fraction as deadline', { jobs: [{ name: 'dry', deadline: 1.5, run: () => undefined }] }, /deadline of the job dry/],
    ['a job with too many attempts', { jobs: [{ name: 'dry', attempts: 500, run: () => undefined }] }, /job dry.*attempts/],
    [
      'a job with a negative delay',
      { jobs: [{ name: 'dry', backOff: { kind: 'fixed', delay: -1 }, run: () => undefined }] },
      /job dry.*delay between attempts/,
    ],
    [
      'a job with an unknown kind of delay',
      { jobs: [{ name: 'dry', backOff: { kind: 'linear', delay: 1 } as never, run: () => undefined }] },
      /job dry.*exponential/,
    ],
    ['a secret without a title', { secrets: { key: { title: '' } } }, /no title/],
    ['a secret with a bad key', { secrets: { 'a b': { title: 'Key' } } }, /lower case/],
    ['a secret with a bad pattern', { secrets: { key: { title: 'Key', pattern: '(' } } }, /regular expression/],
    ['an error without a status', { errors: { dry: { status: 200, isPublic: true, text: 'x' } } }, /status/],
    [
      'a default that does not fit its schema',
      { settings: { coats: { type: 'integer', title: 'Coats', default: 'two' } } },
      /does not fit/,
    ],
  ])('reject %s, naming plugin and cause', (_, part, cause) => {
    expect(() => host({ ...paint, ...part })).toThrow(cause);
    expect(() => host({ ...paint, ...part })).toThrow(/plugin/);
  });

  it('reject two plugins with the same error code, route, permission, notification or name', () => {
    const errors = { dry: { status: 409, isPublic: true, text: 'x' } };
    const routes = [{ method: 'GET' as const, path: '/api/x/:id', handle: () => ({ body: null }) }];
    expect(() => host({ ...paint, errors }, { ...paint, name: 'brush', errors })).toThrow(/brush.*dry/);
    expect(() => host({ ...paint, routes }, { ...paint, name: 'brush', routes: [{ ...routes[0]!, path: '/api/x/:other' }] })).toThrow(
      /brush/,
    );
    expect(() => host(paint, paint)).toThrow(/another plugin/);
    const permissions = [{ name: 'things.paint', label: 'Paint' }];
    expect(() => host({ ...paint, permissions }, { ...paint, name: 'brush', permissions })).toThrow(/brush.*things\.paint/);
    const notifications = [{ name: 'late', label: 'Late', icon: 'clock', text: '{what} is late' }];
    expect(() => host({ ...paint, notifications }, { ...paint, name: 'brush', notifications })).toThrow(/brush.*late/);
  });

  it('reject plugins that require each other', () => {
    expect(() => host({ ...paint, requires: ['brush'] }, { ...paint, name: 'brush', requires: ['paint'] })).toThrow(/need each other/);
  });

  it.each<[string, Partial<PluginManifest>, RegExp]>([
    ['an unknown module', { reads: ['shapes.size'] }, /no module shapes/],
    ['an unknown field', { writes: ['things.size'] }, /no field size/],
    ['a hook on an unknown module', { hooks: { preSave: [{ module: 'shapes', name: 'x', run: () => undefined }] } }, /shapes/],
  ])('reject %s once the definitions are loaded', async (_, part, cause) => {
    await expect(started({ ...paint, ...part })).rejects.toThrow(cause);
  });
});

describe('hooks', () => {
  it('run in the order of plugin dependencies, with the plugin named as the actor', async () => {
    const seen: unknown[] = [];
    const hooks = (name: string): NonNullable<PluginManifest['hooks']> => ({
      preSave: [{ module: 'things', name, run: (given) => void seen.push([name, given.actor]) }],
    });
    const made = await started(
      { ...paint, requires: ['brush'], hooks: hooks('paint') },
      { ...paint, name: 'brush', hooks: hooks('brush') },
    );
    for (const hook of made.hooks.preSave('things')) await hook.run(context());
    expect(seen).toEqual([
      ['brush', { kind: 'plugin', name: 'brush', userId: 'u1' }],
      ['paint', { kind: 'plugin', name: 'paint', userId: 'u1' }],
    ]);
    expect(made.hooks.preSave('boxes')).toEqual([]);
  });

  it('apply to every module when declared with a star', async () => {
    const made = await started({ ...paint, hooks: { postSave: [{ module: '*', name: 'all', run: () => undefined }] } });
    expect(made.hooks.postSave('boxes')).toHaveLength(1);
  });

  it('refuse with the error rows of the plugin or of the catalogue', async () => {
    const made = await started({
      ...paint,
      errors: { dry: { status: 409, isPublic: true, text: 'The paint is dry.' } },
      hooks: {
        preSave: [{ module: 'things', name: 'dry', run: (given) => given.refuse(given.draft['code'] as string, { data: { coats: 2 } }) }],
      },
    });
    const [hook] = made.hooks.preSave('things');
    await expect(hook!.run(context({ draft: { code: 'dry' } }))).rejects.toMatchObject({
      code: 'dry',
      status: 409,
      message: 'The paint is dry.',
      data: { coats: 2 },
    });
    expect(await codeOf(hook!.run(context({ draft: { code: 'record_not_found' } })))).toBe('record_not_found');
    expect(await codeOf(hook!.run(context({ draft: { code: 'unknown_to_all' } })))).toBe('plugin_failed');
  });

  it('that throw are reported as a failure of their plugin, and the log contains no values', async () => {
    const made = await started({
      ...paint,
      hooks: {
        preSave: [
          {
            module: 'things',
            name: 'bang',
            run: () => {
              throw new TypeError('Jane Doe');
            },
          },
        ],
      },
    });
    await expect(made.hooks.preSave('things')[0]!.run(context())).rejects.toMatchObject({
      code: 'plugin_failed',
      data: { plugin: 'paint' },
    });
    expect(JSON.stringify(lines)).toContain('preSave things bang');
    expect(JSON.stringify(lines)).not.toContain('Jane Doe');
  });

  it('that throw say what was saved, as do endpoints and jobs', async () => {
    const run = (): never => {
      throw new TypeError('broken');
    };
    const made = await started({
      ...paint,
      hooks: {
        preSave: [{ module: 'things', name: 'bang', run }],
        inTransaction: [{ module: 'things', name: 'bang', run }],
        onMerge: [{ module: 'things', name: 'bang', run }],
        postSave: [{ module: 'things', name: 'bang', run }],
      },
      routes: [{ method: 'POST', path: '/api/paint/dry', handle: run }],
      jobs: [{ name: 'dry', run }],
    });
    const messageOf = (result: Promise<unknown>) => result.then(undefined, ({ code, message }: MusterError) => [code, message]);
    const { hooks } = made;
    const event = { module: snapshot.modules.get('things'), changeId: 'c1' };
    const [route] = made.routes;
    const job = { id: 'j1', payload: null, attempt: 1, signal: new AbortController().signal, progress: async () => undefined };
    const given = { actor: { kind: 'user', userId: 'u1' }, parameters: {}, ...REQUEST };
    expect([
      await messageOf(hooks.preSave('things')[0]!.run(context())),
      await messageOf(hooks.inTransaction('things')[0]!.run(context())),
      await messageOf(hooks.onMerge('things')[0]!.run(context<never>({ event }))),
      await messageOf(hooks.postSave('things')[0]!.run(context<never>({ event }))),
      await messageOf(route!.handle(given as never)),
      await messageOf(made.jobs[0]!.run(job as never)),
    ]).toEqual([
      ...[1, 2, 3].map(() => ['plugin_failed', 'The plugin paint failed. Nothing was saved.']),
      ['plugin_failed', 'The plugin paint failed. The record itself was saved, and the effect is repeated later.'],
      ['plugin_failed', 'The plugin paint failed. Records that the request had saved before stay saved.'],
      ['plugin_failed', 'The plugin paint failed. Records that the job had saved before stay saved.'],
    ]);
  });

  it('that hang end at their deadline, and have no effect afterwards', async () => {
    const written: string[] = [];
    const [over, tried] = [createDeferred(), createDeferred<unknown>()];
    const run = async (given: InTransactionContext): Promise<void> => {
      await over.promise;
      const late = given.create('things', {});
      tried.resolve(late);
      await late;
    };
    const made = await started({ ...paint, hooks: { inTransaction: [{ module: 'things', name: 'hang', deadline: 20, run }] } });
    const given = context<InTransactionContext>({ create: async (module: string) => written.push(module) });
    expect(await codeOf(made.hooks.inTransaction('things')[0]!.run(given))).toBe('plugin_timeout');
    over.resolve();
    await expect(tried.promise).rejects.toMatchObject({ code: 'plugin_timeout' });
    expect(written).toEqual([]);
  });

  it('that are slow are logged once, however many of them run at the same time', async () => {
    const done = createDeferred();
    const run = (): Promise<void> => done.promise;
    const made = await started({
      ...paint,
      hooks: {
        preSave: [
          { module: 'things', name: 'slow', deadline: 30_000, run },
          { module: 'things', name: 'tardy', deadline: 30_000, run },
        ],
      },
    });
    const many = made.hooks.preSave('things').flatMap((hook) => [1, 2, 3].map(() => hook.run(context())));
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_100);
    done.resolve();
    await Promise.all(many);
    now.mockRestore();
    const said = lines.filter(({ level }) => level === 'warn').map(({ text }) => text);
    expect(said.sort()).toEqual(['The plugin paint is slow: preSave things slow', 'The plugin paint is slow: preSave things tardy']);
  });
});

describe('a plugin whose start fails', () => {
  const broken: PluginManifest = {
    ...paint,
    hooks: { preSave: [{ module: 'things', name: 'x', run: () => undefined }] },
    start: () => {
      throw new Error('no brush');
    },
  };

  it('is off with its cause, and the modules that it hooks refuse writes', async () => {
    const made = await started(broken);
    expect(made.statuses()).toEqual([
      { name: 'paint', version: '1.0.0', state: 'off', cause: 'no brush', switchedOff: false, requiredBy: [], modules: ['things'] },
    ]);
    expect(() => made.hooks.assertAvailable('things')).toThrow(
      expect.objectContaining({ code: 'plugin_unavailable', status: 503, data: { plugin: 'paint' } }),
    );
    expect(() => made.hooks.assertAvailable('boxes')).not.toThrow();
  });

  it('turns off the plugins that require it', async () => {
    const made = await started(broken, { ...paint, name: 'roller', requires: ['paint'] });
    expect(made.statuses()[1]).toMatchObject({ name: 'roller', state: 'off' });
  });
});

describe('routes', () => {
  const route = {
    method: 'POST' as const,
    path: '/api/things/:id/paint',
    handle: (given: { actor: object; parameters: object }) => ({ body: { actor: given.actor, parameters: given.parameters } as never }),
  };
  const call = { actor: { kind: 'user' as const, userId: 'u1' }, parameters: { id: '7' }, ...REQUEST };

  it('pass the parts of the request to their handler', async () => {
    const made = await started({ ...paint, routes: [route] });
    expect((await made.routes[0]!.handle(call)).body).toEqual({
      actor: { kind: 'plugin', name: 'paint', userId: 'u1' },
      parameters: { id: '7' },
    });
  });

  it.each([
    ['things.scrape', 'permission_required'],
    ['things.paint', undefined],
  ] as const)('require the permission %s', async (name, code) => {
    const made = await started({
      ...paint,
      permissions: [{ name, label: 'Paint' }],
      routes: [{ ...route, permission: name }],
    });
    expect(await codeOf(made.routes[0]!.handle(call))).toBe(code);
  });

  it.each([undefined, null, 'done', {}])('that return %j are reported as a failure of their plugin', async (response) => {
    const made = await started({ ...paint, routes: [{ ...route, handle: () => response as never }] });
    await expect(made.routes[0]!.handle(call)).rejects.toMatchObject({
      code: 'plugin_failed',
      data: { plugin: 'paint', handler: 'POST /api/things/:id/paint' },
    });
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('are refused when their plugin is off', async () => {
    const made = await started({
      ...paint,
      routes: [route],
      start: () => {
        throw new Error('x');
      },
    });
    expect(await codeOf(made.routes[0]!.handle(call))).toBe('plugin_unavailable');
  });
});

describe('settings', () => {
  it('are the value that an admin set, else the default of the plugin', async () => {
    const seen: unknown[] = [];
    const made = await started({
      ...paint,
      settings: { coats: { type: 'integer', title: 'Coats', default: 2 }, time_zone: { type: 'integer', title: 'Zone', default: 5 } },
      hooks: {
        preSave: [
          {
            module: 'things',
            name: 'x',
            run: (given) => void seen.push(given.setting('coats'), given.setting('time_zone'), given.setting('nothing')),
          },
        ],
      },
    });
    await made.hooks.preSave('things')[0]!.run(context());
    // The stored value of time_zone is a text, which does not match this plugin's schema.
    expect(seen).toEqual([2, 5, undefined]);
    expect(lines.some((line) => line.level === 'warn' && line.text.includes('time_zone'))).toBe(true);
  });

  it('become settings of the product', async () => {
    const made = host({ ...paint, settings: { coats: { type: 'integer', title: 'Coats', default: 2 } } });
    const loaded = await loadSnapshot(['tests/fixtures/definitions'], made.definitions);
    expect(loaded.settings.get('coats')).toMatchObject({ name: 'Coats', setting: 2, section: 'paint' });
  });
});
