import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { LiveEventsPort, LogPort, MailPort, OutboundHttpPort } from '../ports/index.ts';
import { createLink, type LinkServices } from './links.ts';
import type { PluginEffects, PluginManifest } from './manifest.ts';
import { createPluginFiles, type PluginFileServices } from './plugin-files.ts';
import { createPluginHttp } from './plugin-http.ts';
import type { PluginLiveFactory } from './create-plugin-live.ts';
import { createPluginMail } from './plugin-mail.ts';
import { createNotify } from './plugin-notifications.ts';
import { createPluginThreads } from './plugin-threads.ts';
import { makeServiceUnavailable, type ServiceFinder, type ServiceReference } from './plugin-services.ts';
import { guardMethods, type MethodGuard } from './revocable-records.ts';
import type { PluginSecrets } from './secrets.ts';
import type { HandlerRef } from './uncaught-errors.ts';

/** What the effects of plugins need. */
export interface EffectServices extends PluginFileServices, LinkServices {
  readonly secrets: Pick<PluginSecrets, 'read' | 'readOrCreate'>;
  readonly http: Pick<OutboundHttpPort, 'exchange' | 'resolve'>;
  readonly mail: Pick<MailPort, 'send'>;
  readonly live: LiveEventsPort;
  readonly notifications: Pick<Notifications, 'notify' | 'markRead'>;
}

interface EffectsInput {
  readonly owner: HandlerRef;
  readonly manifest: PluginManifest;
  readonly log: LogPort;
  /** Whose rights apply to files and services. */
  readonly actor: Actor;
  readonly services: EffectServices;
  readonly createLive: PluginLiveFactory;
  readonly findService: ServiceFinder;
}

/** The effects of one run of a handler. Once revoked, they end or throw `plugin_timeout`. */
export function createPluginEffects({ owner, manifest, log, actor, services, createLive, findService }: EffectsInput): {
  readonly effects: PluginEffects;
  /** Guards other methods of the handler in the same way. */
  readonly guard: MethodGuard;
  readonly revoke: () => void;
} {
  const over = new AbortController();
  const { plugin } = owner;
  const refusal = (): MusterError | undefined =>
    over.signal.aborted ? new MusterError('plugin_timeout', { values: { plugin }, data: { plugin } }) : undefined;
  const guard: MethodGuard = { refusal, checks: undefined, owner };
  const find = (token: ServiceReference): object | undefined => {
    const service = findService(actor, token);
    return service === undefined ? undefined : guardMethods(service, guard);
  };
  return {
    effects: {
      http: guardMethods(createPluginHttp(services.http, log, over.signal), guard),
      mail: guardMethods(createPluginMail(services.mail), guard),
      publicUrl: services.publicUrl,
      live: guardMethods(createLive(services.live), guard),
      files: guardMethods(createPluginFiles(services, actor), guard),
      ...guardMethods(createPluginThreads(log, plugin, over.signal), guard),
      ...guardMethods(createNotify(services.notifications, manifest, actor), guard),
      ...guardMethods(
        {
          secret: async (key: string) => services.secrets.read({ plugin, key }),
          secretOrNew: async (key: string, make: () => Promise<string> | string) =>
            services.secrets.readOrCreate({ kind: 'plugin', name: plugin }, { plugin, key }, make),
        },
        guard,
      ),
      createLink: (route, options = {}) => createLink(manifest, services, route, options),
      // The offering plugin was checked to offer the name in a compatible version, and the token names the type of its methods.
      service: <Service>(token: ServiceReference) => (find(token) ?? fail(token)) as Service,
      hasService: (token) => findService(actor, token) !== undefined,
    },
    guard,
    revoke: () => over.abort(),
  };
}

function fail(token: ServiceReference): never {
  throw makeServiceUnavailable(token);
}
