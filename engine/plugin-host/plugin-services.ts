import type { Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';

/** The type of a service: an object of methods that return promises. */
export type ServiceMethods<Service> = { readonly [Method in keyof Service]: (...inputs: never[]) => Promise<unknown> };

/** A service by name and version. */
export interface ServiceReference {
  /** '<plugin>.<service>': the plugin that offers it, and its own name. */
  readonly name: string;
  /** Three numbers. */
  readonly version: string;
}

declare const SERVICE: unique symbol;

/** A service with the type of its methods. Two tokens with the same name and compatible versions are the same service. */
export interface ServiceToken<Service> extends ServiceReference {
  /** Never set: it only carries the type. */
  readonly [SERVICE]?: Service;
}

/** A service that a plugin offers. */
export interface OfferedService<Context> extends ServiceReference {
  /** Returns the service for one call. */
  readonly create: (context: Context) => object;
}

/** Finds a service for a plugin that acts for someone: an object whose methods call it; undefined while no plugin offers it. */
export type ServiceFinder = (actor: Actor, token: ServiceReference) => object | undefined;

/**
 * Names a service that a plugin offers or uses: `defineService<TextMessages>('texts.messages', '1.0.0')`. Plugins do not import each other,
 * so each of them defines its token; the one that uses it needs the offered version to be compatible: '1.2.0' accepts 1.2.0 up to, but not
 * including, 2.0.0.
 */
export function defineService<Service extends ServiceMethods<Service>>(name: string, version: string): ServiceToken<Service> {
  return { name, version };
}

/** The plugin that offers a service. */
export function pluginOfService({ name }: ServiceReference): string {
  return name.split('.')[0] ?? '';
}

/** The error of a service whose plugin is not enabled, or off. */
export function makeServiceUnavailable(token: ServiceReference): MusterError {
  const plugin = pluginOfService(token);
  return new MusterError('service_unavailable', { values: { plugin, service: token.name }, data: { plugin, service: token.name } });
}
