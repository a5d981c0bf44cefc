import { Ajv, type ValidateFunction } from 'ajv';
import { FORM_FORMATS } from '#engine/model/forms';
import type { JsonObject } from '#engine/model/values';
import { MusterError } from '../errors/index.ts';
import type { LiveEventsPort } from '../ports/index.ts';
import { makePluginInvalid } from './check-manifests.ts';
import type { PluginManifest } from './manifest.ts';
import type { PluginLive } from './plugin-live.ts';

/** Bytes of the payload of an event, as JSON. */
const MAX_DATA_BYTES = 4096;

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
          : audience.users === undefined && audience.record === undefined && audience.everyone !== true
            ? `the event ${name} is for nobody: name users, a record or everyone`
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
