import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { PluginManifest } from './manifest.ts';
import { createPluginContext, type PluginRuntime, type PluginServices } from './plugin-runtime.ts';
import { makeServiceUnavailable, pluginOfService, type ServiceReference } from './plugin-services.ts';
import { runGuarded } from './run-guarded.ts';
import type { Watch } from './watchdog.ts';

/** Milliseconds that one call of a service may take. */
const DEADLINE = 30_000;

/** The plugins between which services are called. */
export interface ServiceDirectory {
  readonly plugins: readonly PluginRuntime[];
  readonly services: () => PluginServices;
  readonly watch: Watch;
}

/** One call of a service. */
export interface ServiceCall {
  readonly caller: PluginManifest;
  readonly actor: Actor;
  readonly token: ServiceReference;
}

/**
 * The service that a token names, for a plugin that declares its use; undefined while its plugin is not enabled or off. Each method runs
 * guarded as the offering plugin: with a deadline, and with failures in its name. Errors: `plugin_failed` for a service that the caller
 * does not declare.
 */
export function findService(directory: ServiceDirectory, call: ServiceCall): object | undefined {
  const { caller, token } = call;
  const { name } = caller;
  if (caller.uses?.some((used) => used.name === token.name) !== true) {
    const cause = new Error(`The plugin ${name} calls the service ${token.name}, which its manifest does not list in uses.`);
    throw new MusterError('plugin_failed', { values: { plugin: name }, data: { plugin: name, service: token.name }, cause });
  }
  const owner = directory.plugins.find(({ manifest }) => manifest.name === pluginOfService(token));
  if (owner === undefined || owner.current().kind === 'off') return undefined;
  const methods = new Map<string, (...inputs: readonly unknown[]) => Promise<unknown>>();
  return new Proxy(
    {},
    {
      get: (_target, method) => {
        // A promise that resolves to the service looks for `then`.
        if (typeof method !== 'string' || method === 'then') return undefined;
        const found = methods.get(method) ?? ((...inputs) => callMethod(directory, owner, call, { method, inputs }));
        methods.set(method, found);
        return found;
      },
    },
  );
}

async function callMethod(
  { services, watch }: ServiceDirectory,
  owner: PluginRuntime,
  { caller, actor, token }: ServiceCall,
  { method, inputs }: { readonly method: string; readonly inputs: readonly unknown[] },
): Promise<unknown> {
  if (owner.current().kind === 'off') throw makeServiceUnavailable(token);
  const plugin = owner.manifest.name;
  const handler = `service ${token.name} ${method}`;
  const { context, actor: own, revoke } = createPluginContext(owner, services(), { handler, actor });
  const service = owner.manifest.services?.find(({ name }) => name === token.name);
  return runGuarded({ plugin, handler, purpose: 'service', deadline: DEADLINE, log: owner.log, watch, revoke }, () => {
    const implementation = service?.create({ ...context, actor: own, caller: caller.name });
    const found: unknown = implementation === undefined ? undefined : Reflect.get(implementation, method);
    if (typeof found !== 'function') throw new TypeError(`The service ${token.name} has no method ${method}.`);
    return Reflect.apply(found, implementation, inputs) as unknown;
  });
}
