import { compileMatcher, type FilterNode } from '#engine/model/filter';
import { makeKeys } from '#engine/model/keys';
import type { RecordDocument, RecordDraft } from '#engine/model/values';
import type { SaveAttempt, SaveRequest } from '../save/write-context.ts';
import type { UnitRecord } from '../save/unit-of-work-builder.ts';
import { prepareWorkflows } from '../save/prepare-workflows.ts';
import { patchKeys, writeRecord } from '../save/write-record.ts';
import { calculationsOf } from './calculation-plan.ts';
import { setFormulas, setRollUp } from './calculate-record.ts';
import { markCalculated } from './edited-version.ts';
import { noteStaleRecords } from './note-stale-records.ts';
import type { StaleRecord as Stale, StaleSearch as Search } from './pending-calculations.ts';
import { requestCalculation } from './calculation-requests.ts';

type StaleRecord = Stale<SaveAttempt>;
type StaleSearch = Search<SaveAttempt>;

/** The most records pointing to one changed record that are calculated in its unit. If there are more, a job calculates all of them. */
export const MAX_POINTING = 100;

/** The most records that one unit calculates because of others; then jobs calculate the rest. */
const MAX_IN_UNIT = 500;

/**
 * Calculates the records that the saves of a unit made stale, in the same unit, and then those that are calculated from these. Returns
 * whether there were any. The checks of definitions exclude cycles, so it ends.
 */
export async function recalculateStaleRecords(attempt: SaveAttempt): Promise<boolean> {
  const { calculations } = attempt;
  let some = false;
  for (;;) {
    const next = takeFirst(calculations);
    if (next === undefined) break;
    some = true;
    if ('target' in next) await searchStaleRecords(next);
    else await recalculateRecord(next);
  }
  if (calculations.problems.size > 0) warnAdmin(attempt);
  return some;
}

function takeFirst({ searches, records }: SaveAttempt['calculations']): StaleRecord | StaleSearch | undefined {
  for (const from of [searches, records] as const)
    for (const [key, one] of from) {
      from.delete(key);
      return one;
    }
  return undefined;
}

/** Tells an admin why fields have no result; others could not change the definition. */
function warnAdmin({ calculations, scope, warnings }: SaveAttempt): void {
  for (const { field, reason } of scope.rights.unrestricted && scope.actor.kind === 'user' ? calculations.problems.values() : [])
    warnings.push({ code: 'not_calculated', text: `${field.label} is empty. ${reason}` });
  if (scope.actor.kind === 'user') calculations.problems.clear();
}

/** Finds the records that point to a changed one. Without the absence check, one that is created meanwhile would keep the old value. */
async function searchStaleRecords({ module, link, target, rollUps, cause }: StaleSearch): Promise<void> {
  const { unit, services, calculations } = cause.attempt;
  const [key] = link.keys;
  if (key === undefined) return;
  const filter: FilterNode = { kind: 'equals', key, values: [target] };
  const ids = await services.store.findIds({ collection: module.storage.name, filter, sort: [], limit: MAX_POINTING + 1 });
  const isMany = ids.length > MAX_POINTING || calculations.count + ids.length > MAX_IN_UNIT;
  if (isMany) await requestCalculation(cause.attempt, { module, link, target });
  else
    unit.addAbsenceCheck({
      collection: module.storage.name,
      filter,
      exceptIds: [...ids, ...listPendingIds(cause.attempt, module)],
      lockKeys: [],
    });
  const matches = compileMatcher(filter);
  const own = unit.pendingIn(module).filter(({ document, keys, removed }) => !removed && matches(document._id, keys));
  const found = isMany ? own.map(({ document }) => document._id) : [...ids, ...own.map(({ document }) => document._id)];
  for (const id of new Set(found)) calculations.addRecord(module, id, rollUps, cause);
}

function listPendingIds({ unit }: SaveAttempt, module: StaleSearch['module']): readonly string[] {
  return unit.pendingIn(module).map(({ document }) => document._id);
}

/** Calculates one record and writes it. Its version grows also if no value changes: two saves of related records must not overlook each other. */
async function recalculateRecord(stale: StaleRecord): Promise<void> {
  const { module, id, rollUps, cause } = stale;
  const { attempt } = cause;
  const plan = calculationsOf(attempt.scope.snapshot).get(module.name);
  const [before] = await attempt.unit.load(module, [id]);
  if (before === undefined || plan === undefined) return attempt.unit.addVersionCheck(module, id, null);
  attempt.calculations.count += 1;
  const draft: RecordDraft = { ...before.document };
  const changed = new Set<string>();
  await Promise.all([...rollUps].map((rollUp) => setRollUp(attempt, rollUp, id, before.document, { draft, changed })));
  await setFormulas(attempt, plan, id, before.document, { draft, changed });
  if (changed.size > 0) return writeCalculated(stale, before, draft, changed);
  if (rollUps.size > 0 && !cause.silent) writeUnchanged(stale, before, draft);
  else attempt.unit.addVersionCheck(module, id, before.document._version);
}

async function writeCalculated(
  { module, id, cause }: StaleRecord,
  before: UnitRecord,
  draft: RecordDraft,
  changed: ReadonlySet<string>,
): Promise<void> {
  const { attempt, changeId, silent } = cause;
  const { actor } = attempt.scope;
  const request: SaveRequest = {
    kind: 'update',
    module,
    id,
    before,
    actor,
    fields: {},
    trusted: true,
    isCalculation: true,
    ...(changeId === undefined ? {} : { causedBy: changeId }),
  };
  const own = { draft, changed: new Set<string>(), given: new Set<string>(), problems: [] };
  const workflows = silent ? undefined : await prepareWorkflows(attempt, request, draft, changed);
  const document = silent
    ? writeUnchanged({ module, id, cause }, before, draft, changed)
    : writeRecord(attempt, request, own, { changed, workflows }).document;
  noteStaleRecords(cause, { kind: 'update', module: module.name, id, before: before.document, after: document, changed });
}

/** Writes a record without an entry in its history. */
function writeUnchanged(
  { module, id, cause: { attempt } }: Pick<StaleRecord, 'module' | 'id' | 'cause'>,
  before: UnitRecord,
  draft: RecordDraft,
  changed: ReadonlySet<string> = new Set(),
): RecordDocument {
  const { unit } = attempt;
  markCalculated(draft, { before: before.document, isCalculation: true, isWritten: unit.hasWritten(module, id) });
  const document = { ...draft, _id: id, _version: unit.nextVersion(module, before.document) } as RecordDocument;
  const keys = before.keys ?? makeKeys(module, before.document);
  unit.update(module, { document: before.document, keys }, document, patchKeys(module, keys, document, changed));
  return document;
}
