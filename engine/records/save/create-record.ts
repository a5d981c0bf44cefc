import type { Actor } from '../../access/index.ts';
import type { CompiledModule, JsonObject } from '#engine/model';
import type { BulkResult, CreateInput, WriteOptions, WriteResult } from '../contract.ts';
import type { RecordServices } from '../record-services.ts';
import { commitSave } from './commit-save.ts';
import { beginWrite } from './begin-write.ts';
import { deriveIdempotencyKey } from './idempotency.ts';
import { findModule } from '../access/record-access.ts';
import { runBulk } from '../bulk/run-bulk.ts';
import type { WriteContext } from './save-request.ts';
import { saveRecord } from './save-record.ts';

/** Creates a record. */
export async function createRecord(services: RecordServices, actor: Actor, input: CreateInput): Promise<WriteResult> {
  const context = await beginWrite(services, actor, input);
  return createOne(context, findModule(context.scope, input.module), input.fields, input.idempotency);
}

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
    module,
    input.idempotency,
    items,
    async ({ fields, part }) => (await createOne(context, module, fields, deriveIdempotencyKey(input.idempotency, part))).record._id,
  );
}

async function createOne(
  context: WriteContext,
  module: CompiledModule,
  fields: JsonObject,
  key: WriteOptions['idempotency'],
): Promise<WriteResult> {
  const { actor } = context.scope;
  const trusted = actor.kind === 'system';
  // All attempts use the same id, so that what a hook stores about it stays valid when a unit is built again.
  const id = trusted && typeof fields['_id'] === 'string' ? fields['_id'] : context.services.ids.next();
  return commitSave(context, module, key, (attempt) =>
    saveRecord(attempt, { kind: 'create', module, actor, trusted, id, before: undefined, fields }),
  );
}
