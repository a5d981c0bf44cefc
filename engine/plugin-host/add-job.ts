import { Ajv, type ValidateFunction } from 'ajv';
import { addToQueue } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import type { QueuePort } from '../ports/index.ts';
import { makePluginInvalid } from './check-manifests.ts';
import type { JobAdder, PluginManifest } from './manifest.ts';

/** Returns the id of the next run that a handler adds; undefined: a new one. */
type NextId = () => string | undefined;

/** Creates the `addJob` of a handler of the plugin. */
export type JobAdderFactory = (queue: () => Pick<QueuePort, 'add'>, nextId?: NextId) => JobAdder['addJob'];

/** Compiles the payload schemas of a plugin's jobs. Errors: `plugin_invalid` for a schema that is not valid. */
export function createJobAdder({ name: plugin, jobs = [] }: PluginManifest): JobAdderFactory {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const validators = new Map<string, ValidateFunction>();
  for (const { name, payloadSchema } of jobs)
    if (payloadSchema !== undefined)
      try {
        validators.set(name, ajv.compile(payloadSchema));
      } catch (error) {
        throw makePluginInvalid(plugin, `The payload schema of its job ${name} is not valid: ${(error as Error).message}`);
      }
  return (queue, nextId = () => undefined) =>
    async (job, payload, options = {}) => {
      const declared = jobs.find(({ name }) => name === job.name);
      if (declared === undefined)
        throw new MusterError('job_invalid', { values: { reason: `the plugin ${plugin} declares no job ${job.name}` } });
      const validate = validators.get(declared.name);
      if (validate?.(payload) === false)
        throw new MusterError('job_invalid', { values: { reason: ajv.errorsText(validate.errors, { dataVar: 'its payload' }) } });
      const id = options.id ?? nextId();
      return addToQueue(queue(), { plugin, ...declared }, { ...options, payload, ...(id === undefined ? {} : { id }) });
    };
}
