import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule, JsonObject } from '#engine/model';
import type { BulkResult, UpdateInput, WriteOptions, WriteResult } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { planOf } from '../stages/access-plan.ts';
import { commitAndAnswer } from '../stages/answer-save.ts';
import { beginCall } from '../stages/begin-call.ts';
import { keyOfPart } from '../stages/idempotency.ts';
import { assertFlag, findModule } from '../stages/reach-module.ts';
import { assertFewIds, runBulk } from '../stages/run-bulk.ts';
import type { SaveCall } from '../stages/save-request.ts';
import { saveRecord } from '../stages/save-record.ts';

/** One update of one record. */
interface OneUpdate {
  readonly id: string;
  readonly fields: JsonObject;
  readonly version: number | undefined;
  readonly key: WriteOptions['idempotency'];
  readonly evenUnchanged?: boolean | undefined;
}

/** Changes a record, field by field. */
export async function updateRecord(kernel: RecordKernel, actor: Actor, input: UpdateInput): Promise<WriteResult> {
  const call = await beginCall(kernel, actor, input);
  const version = input.version ?? readVersion(input.fields);
  return updateOne(call, findModule(call.scope, input.module), { id: input.id, fields: input.fields, version, key: input.idempotency, evenUnchanged: input.evenUnchanged });
}

/** The same fields on many records: needs the right to mass update, and full writing of each field. */
export async function updateRecords(kernel: RecordKernel, actor: Actor, input: WriteOptions & { readonly module: string; readonly ids: readonly string[]; readonly fields: JsonObject }): Promise<BulkResult> {
  assertFewIds(input.ids);
  const call = await beginCall(kernel, actor, input);
  const module = findModule(call.scope, input.module);
  assertFlag(call.scope, module, 'mass_update');
  assertMassUpdatable(call, module, input.fields);
  const items = [...new Set(input.ids)].map((id) => ({ _id: id, value: id }));
  return runBulk(call, module, input.idempotency, items, async (id) => {
    await updateOne(call, module, { id, fields: input.fields, version: undefined, key: keyOfPart(input.idempotency, id) });
    return id;
  });
}

function assertMassUpdatable({ scope }: SaveCall, module: CompiledModule, fields: JsonObject): void {
  if (scope.rights.unrestricted) return;
  const plan = planOf(scope, module);
  const refused = Object.keys(fields).flatMap((name) => plan.fields.get(name) ?? []).filter((field) => field.write !== 'all');
  if (refused.length === 0) return;
  throw new MusterError('field_not_writable', {
    values: { field: refused.map((field) => field.field.label).join(', ') },
    details: refused.map((field) => ({ field: field.field.name, code: 'field_not_writable', message: 'You may not change this field on many records.' })),
  });
}

async function updateOne(call: SaveCall, module: CompiledModule, { id, fields, version, key, evenUnchanged }: OneUpdate): Promise<WriteResult> {
  const { actor } = call.scope;
  return commitAndAnswer(call, module, key, async (attempt) => {
    const [before] = await attempt.unit.load(module, [id]);
    return saveRecord(attempt, { kind: 'update', module, actor, trusted: actor.kind === 'system', id, before, fields, expectedVersion: version, evenUnchanged });
  });
}

/** The version that a body carries beside its fields. */
function readVersion(fields: JsonObject): number | undefined {
  if (!Object.hasOwn(fields, '_version')) return undefined;
  const version = fields['_version'];
  if (typeof version === 'number' && Number.isInteger(version) && version > 0) return version;
  throw new MusterError('validation_failed', { details: [{ field: '_version', code: 'wrong_type', message: 'Send the _version that you read, a whole number.' }] });
}
