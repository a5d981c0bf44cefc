import { createConditionData, type ConditionData } from '#engine/model/conditions';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import { conditionContext, MASK, type PreparedSave, type StartedWorkflow } from '../../../records/index.ts';
import type { IdsPort } from '../../../ports/index.ts';
import { listAffected, planSave } from '../triggers/plan-save.ts';
import { findCycle, linkOf } from '../runs/run-chain.ts';
import { compileCondition, fieldsOf, type MatchInput, type RelatedCondition } from './compile-condition.ts';
import { workflowsOf, type CompiledWorkflow, type ModuleWorkflows } from './compiled-workflows.ts';
import { relatedContains } from './related-values.ts';

/** Plans the times of a record, and finds the runs that its save starts; undefined: none, and no run waits for it. Only conditions about related records read anything. */
export function matchSave(ids: IdsPort, save: PreparedSave): Promise<Matched> | Matched {
  const workflows = workflowsOf(save.scope.snapshot, save.module.name);
  if (workflows === undefined) return undefined;
  const affected = listAffected(workflows.timed, save);
  return affected.length === 0 ? match(ids, save, workflows) : planSave(save, affected).then(() => match(ids, save, workflows));
}

function match(ids: IdsPort, save: PreparedSave, workflows: ModuleWorkflows): Promise<Matched> | Matched {
  if (save.isQuiet || (save.kind !== 'create' && save.kind !== 'update')) return undefined;
  const candidates = findCandidates(workflows, save);
  if (candidates.length === 0) return startNone(workflows, save);
  const input = createMatchInput(save, () => true);
  // A condition about related records counts as true at first: they are read only if the others hold.
  const matching = candidates.filter(({ holds }) => holds(input));
  if (matching.some(({ related }) => related.length > 0)) return matchRelated(ids, save, workflows, matching);
  return toStarted(ids, save, workflows, { matching, input });
}

type Matched = readonly StartedWorkflow[] | undefined;

/** Runs of the record may wait for an update of it. */
function startNone({ hasConditionWaits }: ModuleWorkflows, { kind }: PreparedSave): Matched {
  return hasConditionWaits && kind === 'update' ? [] : undefined;
}

function findCandidates({ onCreate, onUpdate }: ModuleWorkflows, { kind }: PreparedSave): readonly CompiledWorkflow[] {
  return kind === 'create' ? onCreate : onUpdate;
}

async function matchRelated(
  ids: IdsPort,
  save: PreparedSave,
  workflows: ModuleWorkflows,
  candidates: readonly CompiledWorkflow[],
): Promise<Matched> {
  const found = new Map<RelatedCondition, boolean>();
  for (const condition of candidates.flatMap(({ related }) => related))
    found.set(condition, await relatedContains(save.unit, save.module, save.after, condition));
  const input = createMatchInput(save, (condition) => found.get(condition) === true);
  return toStarted(ids, save, workflows, { matching: candidates.filter(({ holds }) => holds(input)), input });
}

function createMatchInput(save: PreparedSave, related: MatchInput['related']): MatchInput {
  let data: ConditionData | undefined;
  return {
    before: save.before,
    record: save.after,
    changed: save.changed,
    data: () => (data ??= createConditionData(save.after, conditionContext(save.scope, save.now, save.before))),
    related,
  };
}

function toStarted(
  ids: IdsPort,
  save: PreparedSave,
  workflows: ModuleWorkflows,
  { matching, input }: { readonly matching: readonly CompiledWorkflow[]; readonly input: MatchInput },
): Matched {
  if (matching.length === 0) return startNone(workflows, save);
  return matching.map(({ definition, readsOld }): StartedWorkflow => {
    const cycle = findCycle(save.chain, linkOf(definition, save.module, save.id));
    return {
      run: ids.next(),
      workflow: definition.id,
      conditions: describeConditions(definition.conditions, save.module, input),
      ...(readsOld && save.before !== undefined ? { old: oldValues(save.module, save.before, save.changed ?? []) } : {}),
      ...(cycle === undefined ? {} : { cycle }),
    };
  });
}

type Conditions = CompiledWorkflow['definition']['conditions'];

/** The conditions of a workflow with the values that they saw, before and after. */
export function describeConditions(conditions: Conditions = [], module: CompiledModule, input: MatchInput): readonly JsonObject[] {
  return conditions.map((condition): JsonObject => {
    const described = { id: condition.id, type: condition.type, isTrue: compileCondition(condition)(input) };
    if (condition.type === 'group') return { ...described, conditions: describeConditions(condition.conditions, module, input) };
    const names = fieldsOf(condition).filter((name) => module.fields.has(name));
    const seen = names.map((name) => [name, [read(module, input.before, name), read(module, input.record, name)]]);
    return { ...described, ...(seen.length === 0 ? {} : { seen: Object.fromEntries(seen) as JsonObject }) };
  });
}

/** Characters of a value that a run keeps; a longer one is cut. */
const MAX_SEEN = 500;

function read(module: CompiledModule, record: RecordDocument | undefined, name: string): JsonValue {
  const value = record?.[name] ?? null;
  if (value !== null && module.fields.get(name)?.definition.sensitive === true) return MASK;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_SEEN ? value : text.slice(0, MAX_SEEN);
}

function oldValues(module: CompiledModule, before: RecordDocument, changed: Iterable<string>): JsonObject {
  const old: { [name: string]: JsonValue } = {};
  for (const name of changed) if (module.fields.get(name)?.definition.sensitive !== true) old[name] = before[name] ?? null;
  return old;
}
