import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import { MASK, planOf } from '../access/access-plan.ts';
import { projectSavedRecord } from '../access/project-record.ts';
import { findModule } from '../access/record-access.ts';
import type { CreateInput, UpdateInput, VisibleRecord, WriteOptions, WriteResult } from '../contract.ts';
import { encryptedFieldsOf } from '../encryption/encrypt-record.ts';
import { auditSavedRecordRead } from '../history/audit-sensitive-reads.ts';
import type { RecordServices } from '../record-services.ts';
import { checkIdempotency } from './idempotency.ts';
import { saveRecord } from './save-record.ts';
import {
  beginWrite,
  commitWithRetry,
  startBatch,
  type SaveAttempt,
  type SavedRecord,
  type SaveRequest,
  type WriteContext,
} from './write-context.ts';

/** Creates a record. */
export async function createRecord(services: RecordServices, actor: Actor, input: CreateInput): Promise<WriteResult> {
  const context = await beginWrite(services, actor, input);
  return createOne(context, findModule(context.scope, input.module), input.fields, input.idempotency, input.batchId === undefined);
}

/** Creates a record within a write that may create more; with `startsBatch`, in a batch of its own. */
export function createOne(
  context: WriteContext,
  module: CompiledModule,
  fields: JsonObject,
  key: WriteOptions['idempotency'],
  startsBatch = false,
): Promise<WriteResult> {
  const isProduct = context.scope.actor.kind === 'system';
  // All attempts use the same id, so that what a hook stores about it stays valid when a unit is built again.
  const id = isProduct && typeof fields['_id'] === 'string' ? fields['_id'] : context.services.ids.next();
  return saveOne(context, key, { kind: 'create', module, id, fields, startsBatch });
}

/** Updates a record, field by field. */
export async function updateRecord(services: RecordServices, actor: Actor, input: UpdateInput): Promise<WriteResult> {
  const context = await beginWrite(services, actor, input);
  const expectedVersion = input.version ?? readVersion(input.fields);
  const { id, fields, runHooksIfUnchanged } = input;
  const module = findModule(context.scope, input.module);
  const startsBatch = input.batchId === undefined;
  return saveOne(context, input.idempotency, { kind: 'update', module, id, fields, expectedVersion, runHooksIfUnchanged, startsBatch });
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

/** A save that its actor requests. */
type RequestedSave = Pick<SaveRequest, 'kind' | 'module' | 'id' | 'fields' | 'expectedVersion' | 'runHooksIfUnchanged'> & {
  /** The request saves nothing else, and was not given a batch. */
  readonly startsBatch?: boolean;
};

/** Saves one record in a commit of its own and returns the result. A known idempotency key returns its stored result. */
export async function saveOne(context: WriteContext, key: WriteOptions['idempotency'], requested: RequestedSave): Promise<WriteResult> {
  const { kind, module, id, fields, expectedVersion, runHooksIfUnchanged, startsBatch } = requested;
  const { actor } = context.scope;
  const trusted = actor.kind === 'system';
  const { result } = await commitWithRetry(context, async (made): Promise<WriteResult | { attempt: SaveAttempt; saved: SavedRecord }> => {
    const known = key === undefined ? undefined : await checkIdempotency(context, key, module);
    if (known?.earlier !== undefined) return replayResult(context, module, known.earlier as unknown as WriteResult);
    const [before] = kind === 'create' ? [] : await made.unit.load(module, [id]);
    const attempt = startsBatch === true ? startBatch(made) : made;
    const saved = await saveRecord(attempt, { kind, module, actor, trusted, id, before, fields, expectedVersion, runHooksIfUnchanged });
    if (known !== undefined) known.save(attempt, (await toWriteResult(attempt, module, saved.document)) as unknown as JsonValue);
    return { attempt, saved };
  });
  const written = 'record' in result ? result : await toWriteResult(result.attempt, module, result.saved.document);
  if (encryptedFieldsOf(module).length > 0) await auditSavedRecordRead(context.services, context.scope, module, written.record);
  return written;
}

function replayResult(context: WriteContext, module: CompiledModule, written: WriteResult): WriteResult {
  return { ...written, record: maskReplayed(context, module, written.record), replayed: true };
}

/** Masks sensitive values in a replayed result if the actor has lost the right to see them. */
function maskReplayed({ scope }: WriteContext, module: CompiledModule, record: VisibleRecord): VisibleRecord {
  const masked = encryptedFieldsOf(module).filter(
    ({ name }) => record[name] !== undefined && planOf(scope, module).fields.get(name)?.masked === true,
  );
  return masked.length === 0 ? record : { ...record, ...Object.fromEntries(masked.map(({ name }) => [name, MASK])) };
}

async function toWriteResult(attempt: SaveAttempt, module: CompiledModule, document: RecordDocument): Promise<WriteResult> {
  return {
    record: await projectSavedRecord(attempt.services, attempt.scope, module, document),
    batchId: attempt.batchId,
    warnings: attempt.warnings,
  };
}
