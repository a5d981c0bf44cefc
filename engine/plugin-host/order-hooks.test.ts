import { afterEach, describe, expect, it } from 'vitest';
import { host, lines, paint, stopHosts } from './plugin-host-fixture.ts';
import type { PluginManifest } from './manifest.ts';
import type { HookPlacement } from './plugin-hook.ts';

afterEach(stopHosts);

/** A hook of a test: its name, its placement and its module, by default things. */
type TestHook = readonly [name: string, placement?: HookPlacement, module?: string];

function plugin(name: string, hooks: readonly TestHook[], more: Partial<PluginManifest> = {}): PluginManifest {
  return {
    ...paint,
    name,
    ...more,
    hooks: { preSave: hooks.map(([hook, placement, module = 'things']) => ({ module, name: hook, run: () => undefined, ...placement })) },
  };
}

/** The hooks of things in their order, as 'plugin.hook'. */
function orderOf(...plugins: readonly PluginManifest[]): readonly string[] {
  return host(...plugins)
    .hooks.preSave('things')
    .map((hook) => `${hook.plugin}.${hook.name}`);
}

describe('hooks', () => {
  it('run in the order of the plugins and of each manifest when nothing else is said', () => {
    expect(orderOf(plugin('a', [['one'], ['two']]), plugin('b', [['one']]))).toEqual(['a.one', 'a.two', 'b.one']);
  });

  it.each<[string, readonly PluginManifest[], readonly string[]]>([
    ['after all hooks of a plugin', [plugin('a', [['x', { after: ['b'] }]]), plugin('b', [['x'], ['y']])], ['b.x', 'b.y', 'a.x']],
    ['after one hook of a plugin', [plugin('a', [['x', { after: ['b.x'] }]]), plugin('b', [['x'], ['y']])], ['b.x', 'a.x', 'b.y']],
    ['before a hook of a plugin', [plugin('a', [['x'], ['y']]), plugin('b', [['z', { before: ['a.y'] }]])], ['a.x', 'b.z', 'a.y']],
    ['before a hook of their own plugin', [plugin('a', [['x'], ['y', { before: ['x'] }]])], ['a.y', 'a.x']],
    [
      'between two',
      [plugin('a', [['x']]), plugin('b', [['x']]), plugin('c', [['x', { after: ['a'], before: ['b'] }]])],
      ['a.x', 'c.x', 'b.x'],
    ],
    ['before a hook for every module', [plugin('a', [['x', {}, '*']]), plugin('b', [['y', { before: ['a.x'] }]])], ['b.y', 'a.x']],
  ])('run %s', (_, plugins, order) => {
    expect(orderOf(...plugins)).toEqual(order);
  });

  it('run after those of the plugins that theirs requires, also through others and when these are moved', () => {
    const base = plugin('base', [['x', { after: ['late'] }]]);
    const between = plugin('between', [], { requires: ['base'] });
    const top = plugin('top', [['x']], { requires: ['between'] });
    expect(orderOf(top, between, base, plugin('late', [['x']]))).toEqual(['late.x', 'base.x', 'top.x']);
  });

  it('run before one of a plugin that theirs requires only if they say so', () => {
    const top = plugin('top', [['x', { before: ['base.y'] }]], { requires: ['base'] });
    expect(orderOf(top, plugin('base', [['x'], ['y']]))).toEqual(['base.x', 'top.x', 'base.y']);
  });

  it('of another kind or module keep their order', () => {
    const made = host(
      plugin('a', [
        ['x', { after: ['b'] }],
        ['x', {}, 'boxes'],
      ]),
      plugin('b', [['x'], ['x', {}, 'boxes']]),
    );
    expect(made.hooks.preSave('boxes').map((hook) => hook.plugin)).toEqual(['a', 'b']);
  });

  it('ignore a plugin that is not enabled, and the log says so', () => {
    expect(orderOf(plugin('a', [['x', { after: ['brush', 'roller.coat'] }]]))).toEqual(['a.x']);
    expect(lines.map(({ level, data }) => [level, data])).toEqual([
      ['info', { plugin: 'a', name: 'brush' }],
      ['info', { plugin: 'a', name: 'roller.coat' }],
    ]);
  });
});

describe('the boot refuses', () => {
  const b = plugin('b', [['y'], ['boxed', {}, 'boxes']]);

  it.each<[string, readonly PluginManifest[], RegExp]>([
    ['a name that is none', [plugin('a', [['x', { after: ['B!'] }]])], /plugin a .*preSave hook x names B!.*neither a plugin nor a hook/],
    ['a hook that an enabled plugin does not have', [plugin('a', [['x', { after: ['b.z'] }]]), b], /names b\.z.*no such preSave hook/],
    ['an own hook that does not exist', [plugin('a', [['x', { before: ['a.z'] }]])], /names a\.z.*no such preSave hook/],
    ['a hook of another module', [plugin('a', [['x', { before: ['b.boxed'] }]]), b], /never runs with the saves of things/],
    ['the hook itself', [plugin('a', [['x', { before: ['x'] }]])], /the hook itself/],
    ['its own plugin', [plugin('a', [['x', { before: ['a'] }]])], /the plugin itself/],
    ['a name of a plugin and of an own hook', [plugin('a', [['x', { after: ['b'] }], ['b']]), b], /write a\.b for the hook/],
    ['names that are no list', [plugin('a', [['x', { after: 'b' as never }]]), b], /before and after of the preSave hook x are not lists/],
    [
      'a cycle',
      [plugin('a', [['x', { after: ['c'] }]]), plugin('b', [['x', { after: ['a'] }]]), plugin('c', [['x', { after: ['b'] }]])],
      /preSave hooks cannot be ordered: (a\.x before b\.x before c\.x before a\.x|b\.x before c\.x before a\.x before b\.x|c\.x before a\.x before b\.x before c\.x)\./,
    ],
    [
      'a cycle with a hook for every module',
      [plugin('a', [['x', { before: ['b'] }, '*']]), plugin('b', [['x', { before: ['a'] }]])],
      /a\.x before b\.x|b\.x before a\.x/,
    ],
    [
      'a cycle through a requirement',
      [plugin('a', [['x', { after: ['c'] }]]), plugin('b', [['x', { before: ['c'] }]], { requires: ['a'] }), plugin('c', [['x']])],
      /cannot be ordered/,
    ],
  ])('%s', (_, plugins, cause) => {
    expect(() => host(...plugins)).toThrow(
      expect.objectContaining({ code: 'plugin_invalid', message: expect.stringMatching(cause) as string }),
    );
  });
});
