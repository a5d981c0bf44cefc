import { convertResult, evaluateFormula, type FormulaData, type FormulaResult } from '#engine/model/calculations';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument, RecordDraft } from '#engine/model/values';
import type { SaveAttempt, SaveRequest } from '../save/write-context.ts';
import { sameValue } from '../save/parse-input.ts';
import { calculationsOf, type FormulaPlan, type ModuleCalculations, type RollUpPlan } from './calculation-plan.ts';
import { calculateRollUp, emptyValue } from './roll-up-value.ts';

/** A record that is calculated, and the names of its fields that differ from before. */
interface CalculatedDraft {
  readonly draft: RecordDraft;
  readonly changed: Set<string>;
}

/**
 * Sets the calculated fields of a record that is saved, whatever its input or a hook set. Formulas are evaluated again. A roll-up over
 * records that point to this one changes only with their saves, so it stays; one over records that this one points to is calculated if
 * these links change.
 */
export async function calculateSavedRecord(attempt: SaveAttempt, request: SaveRequest, input: CalculatedDraft): Promise<void> {
  const plan = calculationsOf(attempt.scope.snapshot).get(request.module.name);
  if (plan === undefined || request.kind === 'remove') return;
  const before = request.before?.document;
  for (const rollUp of plan.rollUps) {
    const isForward = rollUp.direction === 'forward' && (before === undefined || input.changed.has(rollUp.link.name));
    if (isForward) await setRollUp(attempt, rollUp, request.id, before, input);
    // Nothing points to a new record.
    else setValue(input, rollUp.field, before, before === undefined ? emptyValue(rollUp) : before[rollUp.field.name]);
  }
  await setFormulas(attempt, plan, request.id, before, input);
}

/** Calculates a roll-up and sets it. */
export async function setRollUp(
  attempt: SaveAttempt,
  plan: RollUpPlan,
  id: string,
  before: RecordDocument | undefined,
  input: CalculatedDraft,
): Promise<void> {
  if (plan.direction === 'forward') await checkLinked(attempt, plan, input.draft);
  const result = convertResult(plan.field, await calculateRollUp(attempt, plan, { id, record: input.draft }));
  setResult(attempt, input, { module: plan.owner, field: plan.field, id, before, result });
}

/** The related records must not change before the commit: their saves look for the records that point to them. */
async function checkLinked({ unit }: SaveAttempt, { source, link }: RollUpPlan, draft: RecordDraft): Promise<void> {
  const value = draft[link.name];
  const ids = Array.isArray(value) ? (value as readonly string[]) : [];
  if (ids.length === 0) return;
  const records = await unit.load(source, ids);
  ids.forEach((id, index) => unit.addVersionCheck(source, id, records[index]?.document._version ?? null));
}

/** Evaluates all formulas of a record. The related records that they read are checked when the unit is committed. */
export async function setFormulas(
  attempt: SaveAttempt,
  plan: ModuleCalculations,
  id: string,
  before: RecordDocument | undefined,
  input: CalculatedDraft,
): Promise<void> {
  if (plan.formulas.length === 0) return;
  const related = await readRelated(attempt, plan, input.draft);
  const system = before === undefined ? { createdAt: attempt.at, created_by: attempt.scope.actor.userId ?? null, deleted: false } : {};
  for (const { field, formula } of plan.formulas) {
    const result = evaluate({ field, formula }, { record: { ...system, ...input.draft, _id: id }, related });
    setResult(attempt, input, { module: plan.module, field, id, before, result });
  }
}

function evaluate({ field, formula }: FormulaPlan, data: FormulaData): FormulaResult {
  const result = evaluateFormula(formula, data);
  return result.ok ? convertResult(field, result.value) : result;
}

async function readRelated({ unit }: SaveAttempt, { relates }: ModuleCalculations, draft: RecordDraft): Promise<FormulaData['related']> {
  const related: { [name: string]: JsonObject } = {};
  for (const { field, target } of relates) {
    const id = draft[field.name];
    if (typeof id !== 'string') continue;
    const [record] = await unit.load(target, [id]);
    unit.addVersionCheck(target, id, record?.document._version ?? null);
    if (record !== undefined) related[field.name] = record.document;
  }
  return related;
}

interface CalculatedValue {
  readonly module: CompiledModule;
  readonly field: CompiledField;
  readonly id: string;
  readonly before: RecordDocument | undefined;
  readonly result: FormulaResult;
}

/** Sets a result. One that the field cannot have is left empty, and the reason is reported to admins. */
function setResult(attempt: SaveAttempt, input: CalculatedDraft, { module, field, id, before, result }: CalculatedValue): void {
  setValue(input, field, before, result.ok ? result.value : undefined);
  if (result.ok) return;
  attempt.calculations.problems.set(`${module.name}/${id}/${field.name}`, { module, field, id, reason: result.reason });
}

function setValue(
  { draft, changed }: CalculatedDraft,
  { name }: CompiledField,
  before: RecordDocument | undefined,
  value: JsonValue | undefined,
): void {
  if (value === undefined) delete draft[name];
  else draft[name] = value;
  if (sameValue(value, before?.[name])) changed.delete(name);
  else changed.add(name);
}
