import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule, JsonObject } from '#engine/model';
import type { BulkResult, UpdateInput, WriteOptions, WriteResult } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { planOf } from '../access/access-plan.ts';
import { commitSave } from './commit-save.ts';
import { beginWrite } from './begin-write.ts';
import { deriveIdempotencyKey } from './idempotency.ts';
import { assertModuleRight, findModule } from '../access/record-access.ts';
import { assertIdLimit, runBulk } from '../bulk/run-bulk.ts';
import type { WriteContext } from './save-request.ts';
import { saveRecord } from './save-record.ts';

/** One update of one record. */
interface OneUpdate {
  readonly id: string;
  readonly fields: JsonObject;
  readonly version: number | undefined;
  readonly key: WriteOptions['idempotency'];
  readonly runHooksIfUnchanged?: boolean | undefined;
}

/** Updates a record, field by field. */
export async function updateRecord(services: RecordServices, actor: Actor, input: UpdateInput): Promise<WriteResult> {
  const context = await beginWrite(services, actor, input);
  const version = input.version ?? readVersion(input.fields);
  return updateOne(context, findModule(context.scope, input.module), {
    id: input.id,
    fields: input.fields,
    version,
    key: input.idempotency,
    runHooksIfUnchanged: input.runHooksIfUnchanged,
  });
}

/** Saves the same fields on many records: requires the right to mass update, and full write access to each field. */
export async function updateRecords(
  services: RecordServices,
  actor: Actor,
  input: WriteOptions & { readonly module: string; readonly ids: readonly string[]; readonly fields: JsonObject },
): Promise<BulkResult> {
  assertIdLimit(input.ids);
  const context = await beginWrite(services, actor, input);
  const module = findModule(context.scope, input.module);
  assertModuleRight(context.scope, module, 'mass_update');
  assertMassUpdatable(context, module, input.fields);
  const items = [...new Set(input.ids)].map((id) => ({ _id: id, value: id }));
  return runBulk(context, module, input.idempotency, items, async (id) => {
    await updateOne(context, module, { id, fields: input.fields, version: undefined, key: deriveIdempotencyKey(input.idempotency, id) });
    return id;
  });
}

function assertMassUpdatable({ scope }: WriteContext, module: CompiledModule, fields: JsonObject): void {
  if (scope.rights.unrestricted) return;
  const plan = planOf(scope, module);
  const refused = Object.keys(fields)
    .flatMap((name) => plan.fields.get(name) ?? [])
    .filter((field) => field.write !== 'all');
  if (refused.length === 0) return;
  throw new MusterError('field_not_writable', {
    values: { field: refused.map((field) => field.field.label).join(', ') },
    details: refused.map((field) => ({
      field: field.field.name,
      code: 'field_not_writable',
      message: 'You may not change this field on many records.',
    })),
  });
}

async function updateOne(
  context: WriteContext,
  module: CompiledModule,
  { id, fields, version, key, runHooksIfUnchanged }: OneUpdate,
): Promise<WriteResult> {
  const { actor } = context.scope;
  return commitSave(context, module, key, async (attempt) => {
    const [before] = await attempt.unit.load(module, [id]);
    return saveRecord(attempt, {
      kind: 'update',
      module,
      actor,
      trusted: actor.kind === 'system',
      id,
      before,
      fields,
      expectedVersion: version,
      runHooksIfUnchanged,
    });
  });
}

/** The version that a body contains in addition to its fields. */
function readVersion(fields: JsonObject): number | undefined {
  if (!Object.hasOwn(fields, '_version')) return undefined;
  const version = fields['_version'];
  if (typeof version === 'number' && Number.isInteger(version) && version > 0) return version;
  throw new MusterError('validation_failed', {
    details: [{ field: '_version', code: 'wrong_type', message: 'Send the _version that you read, a whole number.' }],
  });
}
