import type { Actor } from '../../access/index.ts';
import type { CompiledModule, JsonObject } from '#engine/model';
import type { BulkResult, CreateInput, WriteOptions, WriteResult } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { commitAndAnswer } from '../stages/answer-save.ts';
import { beginCall } from '../stages/begin-call.ts';
import { keyOfPart } from '../stages/idempotency.ts';
import { findModule } from '../stages/reach-module.ts';
import { runBulk } from '../stages/run-bulk.ts';
import type { SaveCall } from '../stages/save-request.ts';
import { saveRecord } from '../stages/save-record.ts';

/** Makes a record. */
export async function createRecord(kernel: RecordKernel, actor: Actor, input: CreateInput): Promise<WriteResult> {
  const call = await beginCall(kernel, actor, input);
  return createOne(call, findModule(call.scope, input.module), input.fields, input.idempotency);
}

/** Makes many, each a save of its own, many of them to a commit. Refused ones are named by their place in the list. */
export async function createRecords(kernel: RecordKernel, actor: Actor, input: WriteOptions & { readonly module: string; readonly records: readonly JsonObject[] }): Promise<BulkResult> {
  const call = await beginCall(kernel, actor, input);
  const module = findModule(call.scope, input.module);
  const items = input.records.map((fields, index) => ({ _id: String(index), value: { fields, part: String(index) } }));
  return runBulk(call, module, input.idempotency, items, async ({ fields, part }) => (await createOne(call, module, fields, keyOfPart(input.idempotency, part))).record._id);
}

async function createOne(call: SaveCall, module: CompiledModule, fields: JsonObject, key: WriteOptions['idempotency']): Promise<WriteResult> {
  const { actor } = call.scope;
  const trusted = actor.kind === 'system';
  // One id for all attempts, so that a hook's own traces of it stay true when a unit is built again.
  const id = trusted && typeof fields['_id'] === 'string' ? fields['_id'] : call.kernel.ids.next();
  return commitAndAnswer(call, module, key, (attempt) => saveRecord(attempt, { kind: 'create', module, actor, trusted, id, before: undefined, fields }));
}
