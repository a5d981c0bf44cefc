import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule, JsonObject, JsonValue, RecordDocument } from '#engine/model';
import { MASK, planOf } from '../access/access-plan.ts';
import { projectSavedRecord } from '../access/project-record.ts';
import { findModule } from '../access/record-access.ts';
import type { CreateInput, UpdateInput, VisibleRecord, WriteOptions, WriteResult } from '../contract.ts';
import { encryptedFieldsOf } from '../encryption/encrypt-record.ts';
import { auditSavedRecordRead } from '../history/audit-sensitive-reads.ts';
import type { RecordServices } from '../record-services.ts';
import { checkIdempotency } from './idempotency.ts';
import { saveRecord } from './save-record.ts';
import { beginWrite, commitWithRetry, type SaveAttempt, type SavedRecord, type WriteContext } from './write-context.ts';

/** Creates a record. */
export async function createRecord(services: RecordServices, actor: Actor, input: CreateInput): Promise<WriteResult> {
  const context = await beginWrite(services, actor, input);
  return createOne(context, findModule(context.scope, input.module), input.fields, input.idempotency);
}

export async function createOne(
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

export async function updateOne(
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

/** Commits one save and returns its result. A known idempotency key returns its stored result. */
export async function commitSave(
  context: WriteContext,
  module: CompiledModule,
  key: WriteOptions['idempotency'],
  save: (attempt: SaveAttempt) => Promise<SavedRecord>,
): Promise<WriteResult> {
  const { result, attempt } = await commitWithRetry(context, async (made): Promise<SavedRecord | WriteResult> => {
    const { earlier, save: saveResult } = await checkIdempotency(context, key, module);
    if (earlier !== undefined) return replayResult(context, module, earlier as unknown as WriteResult);
    const saved = await save(made);
    if (key !== undefined) saveResult(made, (await toWriteResult(made, module, saved.document)) as unknown as JsonValue);
    return saved;
  });
  const answer = 'record' in result ? result : await toWriteResult(attempt, module, result.document);
  if (encryptedFieldsOf(module).length > 0) await auditSavedRecordRead(context.services, context.scope, module, answer.record);
  return answer;
}

function replayResult(context: WriteContext, module: CompiledModule, answer: WriteResult): WriteResult {
  return { ...answer, record: maskReplayed(context, module, answer.record), replayed: true };
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
