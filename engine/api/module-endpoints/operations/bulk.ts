import type { JsonObject, JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import type { SaveManyInput } from '../../../records/index.ts';
import { compileCheck, type ParameterCheck } from '../../request/parameters.ts';
import { MAX_REQUEST_IDS } from '../../request/request-body-schemas.ts';
import { resolveFieldName } from '../../request/resolve-aliases.ts';
import { UNUSED_PROPERTIES } from '../../request/search-input.ts';
import { fieldsOf, writeOptionsOf } from '../../request/write-input.ts';
import type { ApiResponse } from '../../responses/send-response.ts';
import type { ModuleRequestContext } from '../module-directory.ts';

/** Maximum size of the body, in bytes. */
export const MAX_BULK_BYTES = 8 * 1_048_576;

/** Body of bulk. */
export const BULK_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['mode', 'records'],
  properties: {
    mode: {
      type: 'string',
      enum: ['create', 'update', 'upsert'],
      description: 'Whether the records are new, exist, or are changed if they exist and created otherwise.',
    },
    key: {
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: 200 },
      minItems: 1,
      maxItems: 5,
      description: 'Names of the fields that say which record is meant, one of them unique; default _id. Not for mode create.',
    },
    records: { type: 'array', items: { type: 'object' }, minItems: 1, maxItems: MAX_REQUEST_IDS },
    dryRun: { type: 'boolean', description: 'Runs all rules and saves nothing.' },
    ...UNUSED_PROPERTIES,
  },
};

type BulkParameters = Pick<SaveManyInput, 'mode' | 'key' | 'dryRun'> & { readonly records: readonly JsonObject[] };

const bulkCheck: ParameterCheck<BulkParameters> = compileCheck<BulkParameters>(BULK_SCHEMA);

/** POST bulk: creates and changes up to 2,000 records by a key, in one batch. */
export async function saveInBulk(context: ModuleRequestContext): Promise<ApiResponse> {
  const { module } = context;
  const { mode, key, dryRun, records } = bulkCheck.read(context.body);
  if (mode === 'create' && key !== undefined)
    throw new MusterError('parameter_invalid', { details: [{ field: 'key', code: 'not_used', message: 'New records have no key.' }] });
  if (mode !== 'update' && module.name === 'users')
    throw new MusterError('action_not_allowed', { message: 'Invite users one at a time, or import them.' });
  const { batchId, ...result } = await context.services.records.saveMany(context.actor, {
    ...writeOptionsOf(context),
    ...{ module: module.name, mode, dryRun },
    key: key?.map((name) => resolveFieldName(context, module, name)),
    records: records.map((fields): { [name: string]: JsonValue } => fieldsOf(context, module, fields)),
  });
  return dryRun === true ? { body: result } : { body: { ...result, batchId }, batchId };
}
