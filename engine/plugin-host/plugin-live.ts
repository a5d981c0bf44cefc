import { Ajv, type ValidateFunction } from 'ajv';
import { FORM_FORMATS } from '#engine/model/forms';
import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../errors/index.ts';
import type { LiveAudience, LiveEventsPort } from '../ports/index.ts';
import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest } from './manifest.ts';

/** Bytes of the payload of an event, as JSON. */
const MAX_DATA_BYTES = 4096;

/** A live event that a plugin sends to the sockets of users, as `{ type: 'event', name, data }`. */
export interface PluginLiveEvent<Data extends JsonObject = JsonObject> {
  /** Lower case words joined by hyphens, ending with '-event': 'dialer-event'. Unique in the product. */
  readonly name: string;
  /** When it is sent, to whom and what for, as the documentation of `/api/live` shows it. */
  readonly description: string;
  /** JSON Schema of its payload, an object: ids rather than values, since the receiver reads the rest with their own rights. */
  readonly dataSchema: JsonObject;
  /** A payload, for the documentation; its type is that of the payloads. */
  readonly example: Data;
}

/** Live events of the plugin. */
export interface PluginLive {
  /**
   * Sends an event that the manifest declares to the open sockets of the audience in all processes: to the named users, and only to those
   * who may see the record. It is not stored: who has no socket open does not get it. A handler that runs again sends it again.
   * @throws `plugin_failed` for an event that the manifest does not declare, an audience without users and record, and a payload that does
   * not match its schema or is larger than 4 KiB.
   */
  send<Data extends JsonObject>(event: PluginLiveEvent<Data>, data: Data, audience: LiveAudience): Promise<void>;
}

/** Creates the `live` of a plugin's handlers. */
export type PluginLiveFactory = (port: LiveEventsPort) => PluginLive;

/** Compiles the schemas of a plugin's events. Errors: `plugin_invalid` for an example that does not match its schema, or a broken schema. */
export function createPluginLive({ name: plugin, events = [] }: PluginManifest): PluginLiveFactory {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, formats: FORM_FORMATS });
  const validators = new Map<string, ValidateFunction>();
  for (const { name, dataSchema, example } of events) {
    const validate = compile(ajv, plugin, name, dataSchema);
    validators.set(name, validate);
    if (!validate(example))
      throw makePluginInvalid(plugin, `The example of its event ${name} does not match: ${ajv.errorsText(validate.errors)}.`);
  }
  return (port) => ({
    async send({ name }, data, audience) {
      const validate = validators.get(name);
      const reason =
        validate === undefined
          ? `it declares no event ${name}`
          : audience.users === undefined && audience.record === undefined
            ? `the event ${name} is for nobody: name users or a record`
            : !validate(data)
              ? ajv.errorsText(validate.errors, { dataVar: `the payload of ${name}` })
              : Buffer.byteLength(JSON.stringify(data)) > MAX_DATA_BYTES
                ? `the payload of ${name} is larger than ${MAX_DATA_BYTES} bytes`
                : undefined;
      if (reason !== undefined) throw new MusterError('plugin_failed', { values: { plugin }, data: { plugin, reason } });
      await port.sendEvent({ name, data, audience });
    },
  });
}

function compile(ajv: Ajv, plugin: string, name: string, schema: JsonObject): ValidateFunction {
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw makePluginInvalid(plugin, `The schema of its event ${name} is not valid: ${(error as Error).message}`);
  }
}

/** Checks the names of the events of all plugins. Errors: `plugin_invalid`. */
export function assertLiveEvents(plugins: readonly PluginManifest[], reserved: readonly string[]): void {
  const owners = new Map(reserved.map((name) => [name, 'the engine']));
  for (const plugin of plugins)
    for (const { name, description } of plugin.events ?? []) {
      if (typeof name !== 'string' || !/^[a-z]+(-[a-z]+)*-event$/.test(name) || name.length > 100)
        throw makePluginInvalid(plugin.name, `The name of its event ${name} is not of the form ticket-moved-event.`);
      if (typeof description !== 'string' || description.trim() === '')
        throw makePluginInvalid(plugin.name, `Its event ${name} has no description.`);
      const owner = owners.get(name);
      if (owner !== undefined) throw makePluginInvalid(plugin.name, `Its event ${name} is already that of ${owner}.`);
      owners.set(name, `the plugin ${plugin.name}`);
    }
}
