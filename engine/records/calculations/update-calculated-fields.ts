import { SYSTEM_ACTOR } from '../../access/index.ts';
import type { CollectionSchema, CompiledField, CompiledModule } from '#engine/model/compiled';
import { allOf, MATCH_ALL, type FilterNode } from '#engine/model/filter';
import type { RecordDocument } from '#engine/model/values';
import { createDocumentRemoval, updateSystemDocument } from '../documents/stored-document.ts';
import type { RecordServices } from '../record-services.ts';
import { beginWrite, commitWithRetry, type WriteContext } from '../save/write-context.ts';
import type { StoredFieldsProgress } from '../stored-fields/update-stored-fields.ts';
import { calculationsOf, type ModuleCalculations } from './calculation-plan.ts';
import { CALCULATIONS_COLLECTION } from './calculation-requests.ts';
import type { CalculationProblem } from './pending-calculations.ts';

/**
 * One document for each module with calculated fields: the keys of those that all its records have (`done`), and while they are
 * calculated, the keys that they will have (`target`) and the id of the last record (`after`).
 */
export const CALCULATED_FIELDS_COLLECTION: CollectionSchema = { name: '_calculated_fields', keys: [], indexes: [], contains: [] };

/** Records that are read, and written if a value changes, in one commit. */
const ROUND = 50;

/** Requests that one run reads at a time. */
const MAX_REQUESTS = 100;

/** Problems that the result of a run names. */
const MAX_PROBLEMS = 20;

/** What a run did. */
export type CalculatedFieldsResult = {
  /** Records whose fields were calculated, changed or not. */
  readonly calculated: number;
  /** Fields that have no result. */
  readonly failed: number;
  /** Some of them: the module, the id of the record, the field, and the reason. */
  readonly problems: readonly { readonly module: string; readonly record: string; readonly field: string; readonly reason: string }[];
};

/** A run of the job. */
interface Run {
  readonly context: WriteContext;
  readonly progress: StoredFieldsProgress;
  readonly problems: CalculationProblem[];
  calculated: number;
}

/**
 * Calculates the records of modules whose formulas or roll-ups changed, and those that saves have requested. An interrupted run continues
 * where it stopped. Errors: `overloaded` if a round conflicts with other saves each time, of the store, and the reason of the signal.
 */
export async function updateCalculatedFields(services: RecordServices, progress: StoredFieldsProgress): Promise<CalculatedFieldsResult> {
  const context = await beginWrite(services, SYSTEM_ACTOR, { changeSource: 'calculation' });
  const run: Run = { context, progress, problems: [], calculated: 0 };
  for (const plan of calculationsOf(context.scope.snapshot).values())
    if (plan.formulas.length + plan.rollUps.length > 0) await updateModule(run, plan);
  await runRequests(run);
  return {
    calculated: run.calculated,
    failed: run.problems.length,
    problems: run.problems.slice(0, MAX_PROBLEMS).map(({ module, id, field, reason }) => ({
      module: module.name,
      record: id,
      field: field.name,
      reason,
    })),
  };
}

/** The keys of the calculated fields: they are others after a calculation changed. */
function keysOf({ formulas, rollUps }: ModuleCalculations): readonly string[] {
  return [...formulas, ...rollUps].flatMap(({ field }) => field.keys.map(({ id }) => id)).sort();
}

async function updateModule(run: Run, plan: ModuleCalculations): Promise<void> {
  const { store } = run.context.services;
  const { module } = plan;
  const [stored] = await store.get(CALCULATED_FIELDS_COLLECTION.name, [module.id]);
  const keys = keysOf(plan);
  const done = (stored?.document['done'] ?? []) as readonly string[];
  const dropped = done.filter((key) => !keys.includes(key));
  const isDone = keys.every((key) => done.includes(key));
  if (isDone && dropped.length === 0) return;
  const target = keys.join(' ');
  const after = stored?.document['target'] === target ? (stored.document['after'] as string | undefined) : undefined;
  if (!isDone)
    await calculateAll(run, { module, filter: MATCH_ALL, after, rollUps: plan.rollUps, silent: true }, (last) =>
      saveState(run, module, { done, target, after: last }),
    );
  // The values of earlier calculations are no longer read.
  if (dropped.length > 0) await store.applySchemas([{ ...module.storage, removed: [...(module.storage.removed ?? []), ...dropped] }]);
  await saveState(run, module, { done: keys });
}

function saveState({ context }: Run, module: CompiledModule, document: { readonly [name: string]: RecordDocument[string] }): Promise<void> {
  return updateSystemDocument(context.services.store, CALCULATED_FIELDS_COLLECTION.name, module.id, () => ({
    document,
    keys: {},
    previousKeys: {},
  }));
}

/** Records that are calculated, in the order of their ids. */
interface Calculation {
  readonly module: CompiledModule;
  readonly filter: FilterNode;
  readonly after?: string | undefined;
  readonly rollUps: ModuleCalculations['rollUps'];
  readonly silent: boolean;
}

async function calculateAll(
  run: Run,
  { module, filter, after: first, rollUps, silent }: Calculation,
  note: (last: string) => Promise<void>,
): Promise<void> {
  const { signal, report } = run.progress;
  let after = first;
  for (;;) {
    signal.throwIfAborted();
    const range: readonly FilterNode[] = after === undefined ? [] : [{ kind: 'idRange', gt: after }];
    const ids = await run.context.services.store.findIds({
      collection: module.storage.name,
      filter: allOf([filter, ...range]),
      sort: [],
      limit: ROUND,
    });
    if (ids.length > 0) await calculateRound(run, { module, ids, rollUps, silent });
    after = ids.at(-1);
    if (after === undefined || ids.length < ROUND) return;
    await note(after);
    await report({ module: module.name, records: run.calculated });
  }
}

async function calculateRound(
  run: Run,
  { module, ids, rollUps, silent }: Pick<Calculation, 'module' | 'rollUps' | 'silent'> & { readonly ids: readonly string[] },
): Promise<void> {
  const { attempt } = await commitWithRetry(run.context, (made) => {
    for (const id of ids) made.calculations.addRecord(module, id, rollUps, { attempt: made, changeId: undefined, silent });
    return Promise.resolve();
  });
  run.calculated += ids.length;
  run.problems.push(...attempt.calculations.problems.values());
}

/** Calculates the records that saves have requested. */
async function runRequests(run: Run): Promise<void> {
  const { store } = run.context.services;
  for (;;) {
    const found = await store.find({ collection: CALCULATIONS_COLLECTION.name, filter: MATCH_ALL, sort: [], limit: MAX_REQUESTS });
    if (found.length === 0) return;
    for (const { document } of found) {
      await runRequest(run, document);
      // Requested again meanwhile: the next round of requests includes it.
      await store.commit({ writes: [createDocumentRemoval(CALCULATIONS_COLLECTION, document)] });
    }
  }
}

/** A module or field that is no longer active is calculated when it is active again. */
async function runRequest(run: Run, { module: moduleId, link: linkId, target }: RecordDocument): Promise<void> {
  const { snapshot } = run.context.scope;
  const module = [...snapshot.modules.values()].find(({ id }) => id === moduleId);
  const link: CompiledField | undefined = module?.fieldsById.get(linkId as string);
  const [key] = link?.keys ?? [];
  if (module === undefined || link === undefined || key === undefined) return;
  const rollUps = (calculationsOf(snapshot).get(module.name)?.rollUps ?? []).filter(
    (one) => one.direction === 'forward' && one.link === link,
  );
  const filter: FilterNode = { kind: 'equals', key, values: [target as string] };
  await calculateAll(run, { module, filter, rollUps, silent: false }, () => Promise.resolve());
}
