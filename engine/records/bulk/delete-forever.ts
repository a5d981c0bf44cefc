import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { planOf } from '../access/access-plan.ts';
import { canSeeRecord, findModule, hasRecordRight } from '../access/record-access.ts';
import type { RemoveInput } from '../contract.ts';
import type { BulkResult } from './bulk-contract.ts';
import {
  buildReferenceFilter,
  countDependents,
  countsAsDependent,
  hasDependents,
  referencesTo,
  replaceLinks,
  type Reference,
} from '../read/references.ts';
import type { RecordServices } from '../record-services.ts';
import { authoriseSave } from '../save/authorise-save.ts';
import { saveRecord } from '../save/save-record.ts';
import { commitWithRetry } from '../save/commit-with-retry.ts';
import { beginAttempt, beginWrite, type SaveAttempt, type SaveRequest, type WriteContext } from '../save/write-context.ts';
import { runTraced } from '../tracing/trace-save.ts';
import { assertIdLimit, runBulk } from './run-bulk.ts';

/** References cleared in one round of a removal; a record with more references takes several rounds. */
const ROUND = 200;

/**
 * Permanently removes records that are marked deleted. If other records refer to one of them, it throws
 * `dependents_exist` (with their counts in its data) and removes nothing, unless the references are to be cleared too:
 * then each cleared reference is a save of its own in the same batch.
 */
export async function deleteRecordsForever(services: RecordServices, actor: Actor, input: RemoveInput): Promise<BulkResult> {
  assertIdLimit(input.ids);
  const context = await beginWrite(services, actor, input);
  const module = findModule(context.scope, input.module);
  const ids = [...new Set(input.ids)];
  if (input.unlinkDependents !== true) await assertIndependent(context, module, ids);
  return runBulk(
    context,
    { kind: 'remove', module, key: input.idempotency },
    ids.map((id) => ({ _id: id, value: id })),
    async (id) => {
      await unlinkAll(context, module, id, input.unlinkDependents === true);
      await runTraced(context, { kind: 'remove', module, id }, (used, onAttempt) =>
        commitWithRetry(used, (attempt) => {
          onAttempt?.(undefined);
          return removeOne(attempt, module, id);
        }),
      );
      return id;
    },
  );
}

async function assertIndependent(context: WriteContext, module: CompiledModule, ids: readonly string[]): Promise<void> {
  const dependents = [];
  let areIndependent = true;
  for (const id of ids) {
    if (!(await isRemovable(context, module, id))) continue;
    if (!(await hasDependents(context.services, context.scope, module, id))) continue;
    areIndependent = false;
    dependents.push(...(await listDependents(context, module, id)));
  }
  if (!areIndependent) throw new MusterError('dependents_exist', { data: { dependents } });
}

/** Those that the actor may see: others block the removal without being named. */
async function listDependents({ services, scope }: WriteContext, module: CompiledModule, id: string) {
  return (await countDependents(services, scope, module, id, true)).map((count) => ({ _id: id, ...count }));
}

/** Whether the removal is allowed. A removal that is not allowed fails by itself, without revealing what refers to the record. */
async function isRemovable(context: WriteContext, module: CompiledModule, id: string): Promise<boolean> {
  const attempt = beginAttempt(context);
  const request = await requestRemoval(attempt, module, id);
  if (request.before?.document['deleted'] !== true) return false;
  if (request.trusted) return true;
  try {
    await authoriseSave(attempt, request);
    return true;
  } catch (error) {
    if (error instanceof MusterError && error.status < 500) return false;
    throw error;
  }
}

async function requestRemoval(attempt: SaveAttempt, module: CompiledModule, id: string): Promise<SaveRequest> {
  const { actor } = attempt.scope;
  const [before] = await attempt.unit.load(module, [id]);
  return { kind: 'remove', module, actor, trusted: actor.kind === 'system', id, before, fields: {} };
}

async function removeOne(attempt: SaveAttempt, module: CompiledModule, id: string): Promise<void> {
  await saveRecord(attempt, await requestRemoval(attempt, module, id));
  if (await hasDependents(attempt.services, attempt.scope, module, id))
    throw new MusterError('dependents_exist', { data: { dependents: await listDependents(attempt, module, id) } });
  // No reference may be added between the check and the removal.
  for (const reference of referencesTo(attempt.scope, module).filter(countsAsDependent)) {
    attempt.unit.addAbsenceCheck({
      collection: reference.module.storage.name,
      filter: buildReferenceFilter(reference, module, id),
      exceptIds: [id],
      lockKeys: [],
    });
  }
}

/**
 * Clears the references to the record: all of them, or only those in internal fields of plugins. Errors: `dependents_not_changeable` before
 * any is cleared, if the actor may not change all of them.
 */
async function unlinkAll(context: WriteContext, module: CompiledModule, id: string, all: boolean): Promise<void> {
  const references = referencesTo(context.scope, module).filter((reference) => all || !countsAsDependent(reference));
  if (references.length === 0 || !(await isRemovable(context, module, id))) return;
  await assertUnlinkable(context, references, { module, id });
  for (const reference of references) {
    for (;;) {
      const found = await findReferring(context, reference, { module, id }, 0);
      const others = found.filter((other) => !(reference.module === module && other === id));
      for (const other of others) await unlinkOne(context, reference, other, { module: module.name, id });
      if (found.length < ROUND) break;
    }
  }
}

/** The record that is removed. */
interface RemovedRecord {
  readonly module: CompiledModule;
  readonly id: string;
}

/** One round of the records that refer to the removed one. */
function findReferring(
  { services }: WriteContext,
  reference: Reference,
  { module, id }: RemovedRecord,
  offset: number,
): Promise<readonly string[]> {
  return services.store.findIds({
    collection: reference.module.storage.name,
    filter: buildReferenceFilter(reference, module, id),
    sort: [{ kind: 'id', descending: false }],
    offset,
    limit: ROUND,
  });
}

async function assertUnlinkable(context: WriteContext, references: readonly Reference[], removed: RemovedRecord): Promise<void> {
  if (context.scope.rights.unrestricted) return;
  for (const reference of references.filter(countsAsDependent)) {
    for (let offset = 0; ; offset += ROUND) {
      const found = await findReferring(context, reference, removed, offset);
      const records = await beginAttempt(context).unit.load(reference.module, found);
      for (const record of records) if (record !== undefined) await assertChangeable(context, reference, record.document);
      if (found.length < ROUND) break;
    }
  }
}

/** Errors: `dependents_not_changeable` unless the actor may see and edit the record, and may write the field that refers to the removed one. */
async function assertChangeable({ services, scope }: WriteContext, { module, field }: Reference, document: RecordDocument): Promise<void> {
  if (scope.rights.unrestricted || field.definition.internal === true) return;
  const write = planOf(scope, module).fields.get(field.name)?.write;
  const isChangeable =
    scope.rights.module(module.name).access &&
    (await canSeeRecord(services, scope, module, document)) &&
    (await hasRecordRight(services, scope, module, document, 'edit')) &&
    (write === 'all' || (write === 'owner' && scope.rights.owns(document)));
  if (!isChangeable) throw new MusterError('dependents_not_changeable');
}

async function unlinkOne(
  context: WriteContext,
  reference: Reference,
  id: string,
  target: { readonly module: string; readonly id: string },
): Promise<void> {
  const { module, field } = reference;
  await commitWithRetry(context, async (attempt) => {
    const [before] = await attempt.unit.load(module, [id]);
    if (before === undefined) return;
    await assertChangeable(context, reference, before.document);
    const value = replaceLinks(reference, before.document[field.name], (link) =>
      link.id === target.id && link.module === target.module ? undefined : link,
    );
    await saveRecord(attempt, {
      kind: 'update',
      module,
      actor: context.scope.actor,
      trusted: true,
      id,
      before,
      fields: { [field.name]: value },
    });
  });
}
