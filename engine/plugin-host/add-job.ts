import { createHash } from 'node:crypto';
import { FORM_FORMATS } from '#engine/model/forms';
import type { JsonValue } from '#engine/model/values';
import { Ajv, type ValidateFunction } from 'ajv';
import { addToQueue } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import { stringifyPayload, type QueuePort } from '../ports/index.ts';
import { makePluginInvalid } from './check-manifests.ts';
import type { JobAdder, PluginManifest } from './manifest.ts';

/** Returns the id of the next run that a handler adds; undefined: a new one. */
type NextId = (job: string, payload: JsonValue) => string | undefined;

/** Creates the `addJob` of a handler of the plugin. */
export type JobAdderFactory = (queue: () => Pick<QueuePort, 'add'>, nextId?: NextId) => JobAdder['addJob'];

/** Compiles the payload schemas of a plugin's jobs. Errors: `plugin_invalid` for a schema that is not valid. */
export function createJobAdder({ name: plugin, jobs = [] }: PluginManifest): JobAdderFactory {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false, formats: FORM_FORMATS });
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
      const id = options.id ?? nextId(declared.name, payload);
      return addToQueue(queue(), { plugin, ...declared }, { ...options, payload, ...(id === undefined ? {} : { id }) });
    };
}

/**
 * Makes the ids of the runs that one run of a post-save hook adds, from the save, the hook, the job and the payload: a repetition adds the
 * same runs again, which changes nothing, even if it adds fewer or others. Equal ones are counted.
 */
export function createRunIds({
  changeId,
  module,
  hook,
}: {
  readonly changeId: string;
  readonly module: string;
  readonly hook: string;
}): NextId {
  const counts = new Map<string, number>();
  return (job, payload) => {
    const digest = createHash('sha256')
      .update(JSON.stringify([module, hook, job, stringifyPayload(payload)]))
      .digest('hex')
      .slice(0, 32);
    const count = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, count);
    return `${changeId}/${hook.replace(/[^\w.-]/g, '-').slice(0, 60)}/${digest}${count === 1 ? '' : `-${count}`}`;
  };
}
