import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import { planOf } from '../access/access-plan.ts';
import { assertModuleRight, findModule } from '../access/record-access.ts';
import type { DeleteInput, WriteOptions } from '../contract.ts';
import type { BulkResult } from './bulk-contract.ts';
import type { RecordServices } from '../record-services.ts';
import { deriveIdempotencyKey } from '../save/idempotency.ts';
import { createOne, saveOne } from '../save/save-record.ts';
import { beginWrite, type WriteContext } from '../save/write-context.ts';
import { assertIdLimit, runBulk } from './run-bulk.ts';

/**
 * Creates many records, each with a save of its own and many of them in one commit. Rejected records are identified by
 * their index in the list.
 */
export async function createRecords(
  services: RecordServices,
  actor: Actor,
  input: WriteOptions & { readonly module: string; readonly records: readonly JsonObject[] },
): Promise<BulkResult> {
  const context = await beginWrite(services, actor, input);
  const module = findModule(context.scope, input.module);
  const items = input.records.map((fields, index) => ({ _id: String(index), value: { fields, part: String(index) } }));
  return runBulk(
    context,
    { kind: 'create', module, key: input.idempotency },
    items,
    async ({ fields, part }) => (await createOne(context, module, fields, deriveIdempotencyKey(input.idempotency, part))).record._id,
  );
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
  return runBulk(context, { kind: 'update', module, key: input.idempotency }, items, async (id) => {
    await saveOne(context, deriveIdempotencyKey(input.idempotency, id), { kind: 'update', module, id, fields: input.fields });
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

/** Marks records deleted. Records that are already marked stay unchanged. */
export async function markRecordsDeleted(services: RecordServices, actor: Actor, input: DeleteInput): Promise<BulkResult> {
  return markEach(services, actor, input, 'delete');
}

/** Removes the deletion mark. */
export async function restoreRecords(services: RecordServices, actor: Actor, input: DeleteInput): Promise<BulkResult> {
  return markEach(services, actor, input, 'restore');
}

async function markEach(services: RecordServices, actor: Actor, input: DeleteInput, kind: 'delete' | 'restore'): Promise<BulkResult> {
  assertIdLimit(input.ids);
  const context = await beginWrite(services, actor, input);
  const module = findModule(context.scope, input.module);
  const items = [...new Set(input.ids)].map((id) => ({ _id: id, value: id }));
  return runBulk(context, { kind, module, key: input.idempotency }, items, async (id) => {
    await saveOne(context, deriveIdempotencyKey(input.idempotency, id), { kind, module, id, fields: {} });
    return id;
  });
}
