import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest } from './manifest.ts';
import type { HookPlacement } from './plugin-hook.ts';

/** The kinds of hooks, each with an order of its own. */
export const HOOK_KINDS = ['preSave', 'inTransaction', 'onMerge', 'postSave'] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

/** The properties of a hook that decide when it runs. */
interface PlacedHook extends HookPlacement {
  readonly module: string;
  readonly name: string;
}

/** A hook with its plugin. */
export interface OwnedHook<Hook> {
  readonly plugin: PluginManifest;
  readonly hook: Hook;
}

/** The hooks of the plugins for the saves of a module, in the order in which they run. */
export function listHooks<Hook extends PlacedHook>(
  plugins: readonly PluginManifest[],
  kind: HookKind,
  module: string,
): readonly OwnedHook<Hook>[] {
  const found = plugins.flatMap((plugin) =>
    // The type of a hook follows from its kind.
    ((plugin.hooks?.[kind] ?? []) as unknown as readonly Hook[])
      .filter((hook) => hook.module === module || hook.module === '*')
      .map((hook) => ({ plugin, hook })),
  );
  return found.some(({ hook }) => hook.before !== undefined || hook.after !== undefined) ? orderHooks(found, plugins, kind) : found;
}

/**
 * Checks what the `before` and `after` of all hooks name, and that each list of hooks has an order. Returns the names that are ignored:
 * those of plugins that are not enabled. Errors: `plugin_invalid`.
 */
export function assertHookOrder(plugins: readonly PluginManifest[]): readonly { readonly plugin: string; readonly name: string }[] {
  const ignored = plugins.flatMap((plugin) =>
    HOOK_KINDS.flatMap((kind) =>
      (plugin.hooks?.[kind] ?? []).flatMap((hook) =>
        namesOf(hook).flatMap((name) => (assertName(plugins, plugin, { kind, hook, name }) ? [] : [{ plugin: plugin.name, name }])),
      ),
    ),
  );
  for (const kind of HOOK_KINDS) {
    const modules = plugins.flatMap((plugin) => (plugin.hooks?.[kind] ?? []).map(({ module }) => module));
    for (const module of new Set(modules)) listHooks(plugins, kind, module);
  }
  return ignored;
}

function namesOf({ before = [], after = [] }: HookPlacement): readonly string[] {
  return [...before, ...after];
}

/** Checks one name; false: it is that of a plugin that is not enabled, or of one of its hooks. */
function assertName(
  plugins: readonly PluginManifest[],
  plugin: PluginManifest,
  { kind, hook, name }: { readonly kind: HookKind; readonly hook: PlacedHook; readonly name: string },
): boolean {
  const refuse = (cause: string): never => {
    throw makePluginInvalid(plugin.name, `Its ${kind} hook ${hook.name} names ${name} in before or after, ${cause}`);
  };
  const own = plugin.hooks?.[kind] ?? [];
  const [, owner = '', hookName] = /^([a-z][a-z0-9-]*)(?:\.(.+))?$/.exec(name) ?? refuse('which is neither a plugin nor a hook.');
  const named = plugins.find((other) => other.name === owner);
  if (hookName === undefined) {
    const isOwnHook = own.some((other) => other.name === owner);
    if (isOwnHook && named !== undefined) refuse(`which is a plugin and one of its own hooks: write ${plugin.name}.${owner} for the hook.`);
    if (named === plugin) refuse('which is the plugin itself.');
    if (!isOwnHook) return named !== undefined;
  } else if (named === undefined) return false;
  const others = (hookName === undefined ? own : (named?.hooks?.[kind] ?? [])).filter((other) => other.name === (hookName ?? owner));
  if (others.length === 0) refuse(`but the plugin ${owner} has no such ${kind} hook.`);
  if (others.every((other) => (other as PlacedHook) === hook)) refuse('which is the hook itself.');
  const meets = others.some(({ module }) => module === hook.module || module === '*' || hook.module === '*');
  if (!meets) refuse(`which never runs with the saves of ${hook.module}.`);
  return true;
}

/**
 * Orders hooks: first those that no other has to precede, each time the first one in the order of the plugins. The hooks of a required
 * plugin precede those of the plugin that requires it, unless the two hooks themselves say the opposite.
 */
function orderHooks<Hook extends PlacedHook>(
  hooks: readonly OwnedHook<Hook>[],
  plugins: readonly PluginManifest[],
  kind: HookKind,
): readonly OwnedHook<Hook>[] {
  const requirements = collectRequirements(plugins);
  const mustPrecede = (one: OwnedHook<Hook>, two: OwnedHook<Hook>): boolean => {
    if (one === two) return false;
    if (isPlacedBefore(one, two)) return true;
    return requirements.get(two.plugin.name)?.has(one.plugin.name) === true && !isPlacedBefore(two, one);
  };
  const ordered: OwnedHook<Hook>[] = [];
  let waiting = hooks;
  while (waiting.length > 0) {
    const next = waiting.find((one) => !waiting.some((other) => mustPrecede(other, one)));
    if (next === undefined) throw makeCycleError(waiting, mustPrecede, kind);
    ordered.push(next);
    waiting = waiting.filter((one) => one !== next);
  }
  return ordered;
}

/** Whether one of the two hooks says that the first one runs before the second. */
function isPlacedBefore(first: OwnedHook<PlacedHook>, second: OwnedHook<PlacedHook>): boolean {
  return (
    (first.hook.before ?? []).some((name) => isNamed(name, second, first)) ||
    (second.hook.after ?? []).some((name) => isNamed(name, first, second))
  );
}

/** Whether a name that a hook mentions is that of another hook, or of the other's plugin. */
function isNamed(name: string, { plugin, hook }: OwnedHook<PlacedHook>, by: OwnedHook<PlacedHook>): boolean {
  if (name === `${plugin.name}.${hook.name}`) return true;
  return plugin === by.plugin ? name === hook.name : name === plugin.name;
}

/** The plugins that each plugin requires or names as optional, also through others. */
function collectRequirements(plugins: readonly PluginManifest[]): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  // A required plugin precedes those that require it, so that its own requirements are known.
  for (const { name, requires = [], optional = [] } of plugins)
    all.set(name, new Set([...requires, ...optional].flatMap((one) => [one, ...(all.get(one) ?? [])])));
  return all;
}

function makeCycleError<Hook extends PlacedHook>(
  waiting: readonly OwnedHook<Hook>[],
  mustPrecede: (one: OwnedHook<Hook>, two: OwnedHook<Hook>) => boolean,
  kind: HookKind,
): Error {
  // Each waiting hook waits for another one, so that going back from any of them ends in a cycle.
  const path: OwnedHook<Hook>[] = [];
  let at = waiting[0];
  while (at !== undefined && !path.includes(at)) {
    const current: OwnedHook<Hook> = at;
    path.unshift(current);
    at = waiting.find((other) => mustPrecede(other, current));
  }
  const cycle = path.slice(0, path.findIndex((one) => one === at) + 1);
  const names = [...cycle, ...cycle.slice(0, 1)].map(({ plugin, hook }) => `${plugin.name}.${hook.name}`);
  return makePluginInvalid(cycle[0]?.plugin.name ?? '', `Its ${kind} hooks cannot be ordered: ${names.join(' before ')}.`);
}
