import type { Access } from '../access/index.ts';
import type { MusterError } from '../errors/index.ts';
import type { Files } from '../files/index.ts';
import type { CipherPort, LogPort, OutboundHttpPort, StorePort } from '../ports/index.ts';
import type { InTransactionContext, PreSaveContext, RecordOperations } from '../records/index.ts';
import { loadSnapshot, type Registry } from '../registry/index.ts';
import { createPluginHost, type PluginHost } from './create-plugin-host.ts';
import type { PluginManifest } from './manifest.ts';

/** The lines that plugins and their host logged; emptied by `stopHosts`. */
export const lines: { level: string; data: object; text: string }[] = [];
export const log = Object.fromEntries(
  ['debug', 'info', 'warn', 'error'].map((level) => [level, (data: object, text: string) => lines.push({ level, data, text })]),
) as unknown as LogPort;
/** The definitions of `tests/fixtures/definitions`: the modules things and boxes. */
export const snapshot = await loadSnapshot(['tests/fixtures/definitions']);
const rights = { unrestricted: false, hasPermission: (name: string) => name === 'things.paint' };
export const services = {
  registry: { current: () => snapshot } as Registry,
  records: {} as RecordOperations,
  access: { scope: async () => ({ rights }) } as unknown as Pick<Access, 'scope'>,
  clock: { now: () => 0 },
  geocoder: { findZip: async () => undefined },
  ids: { next: () => 'id' },
  queue: { add: async () => 'job' },
  http: {} as OutboundHttpPort,
  mail: { send: async () => undefined },
  live: { sendEvent: async () => undefined },
  files: {} as Files,
  notifications: { notify: async () => undefined, markRead: async () => undefined },
  secrets: {
    read: async () => undefined,
    readOrCreate: async (_actor: unknown, _name: unknown, make: () => Promise<string> | string) => make(),
  },
  cipher: {} as CipherPort,
  publicUrl: 'http://localhost:3000',
  store: {} as StorePort,
};
/** A plugin that does nothing. */
export const paint: PluginManifest = { name: 'paint', version: '1.0.0', engine: '^0.1.0' };

const hosts: PluginHost[] = [];

/** Creates a host with these plugins. */
export function host(...plugins: readonly PluginManifest[]): PluginHost {
  const made = createPluginHost({ plugins, engineVersion: '0.1.0', pluginsFolder: '/nowhere', log });
  hosts.push(made);
  return made;
}

/** Creates and starts a host with these plugins. */
export async function started(...plugins: readonly PluginManifest[]): Promise<PluginHost> {
  const made = host(...plugins);
  await made.start(services);
  return made;
}

/** The context of a hook as the save pipeline gives it. */
export function context<Kind extends PreSaveContext | InTransactionContext = PreSaveContext>(extra: object = {}): Kind {
  return {
    actor: { kind: 'user', userId: 'u1' },
    clock: services.clock,
    ids: services.ids,
    log,
    setting: () => undefined,
    records: services.records,
    event: { module: snapshot.modules.get('things') },
    draft: {},
    ...extra,
  } as unknown as Kind;
}

export async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  return promise.then(
    () => undefined,
    (error: MusterError) => error.code,
  );
}

/** Stops the hosts of a test. */
export async function stopHosts(): Promise<void> {
  lines.length = 0;
  for (const made of hosts.splice(0)) await made.stop();
}

/** The parts of a request that do not matter. */
export const REQUEST = { query: {}, client: { address: '127.0.0.1', program: '' }, body: undefined, batchId: undefined };
