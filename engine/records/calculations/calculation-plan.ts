import type { DefinitionSnapshot } from '../../registry/index.ts';
import {
  compileFormula,
  findRollUpSource,
  listCalculationInputs,
  listFilterFields,
  listFormulaVariables,
  targetOf,
  type CalculatingModule,
  type CompiledFormula,
} from '#engine/model/calculations';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { isCalculated, type Formula, type RollUp } from '#engine/model/definitions';
import { allOf, compileMatcher, parseFilter, type FilterNode, type Matcher } from '#engine/model/filter';
import { notDeleted } from '../module-metadata.ts';

/** A field with a formula. */
export interface FormulaPlan {
  readonly field: CompiledField;
  readonly formula: CompiledFormula;
}

/** A Relate whose record formulas read. */
export interface ReadRelate {
  readonly field: CompiledField;
  readonly target: CompiledModule;
}

/** A field with a roll-up. */
export interface RollUpPlan {
  readonly owner: CompiledModule;
  readonly field: CompiledField;
  readonly operation: RollUp['operation'];
  /** The module of the related records. */
  readonly source: CompiledModule;
  /** The field that contains the links: of the related records (`reverse`), or of the owner's (`forward`). */
  readonly link: CompiledField;
  readonly direction: 'forward' | 'reverse';
  /** The field that is calculated with; undefined: a count. */
  readonly of: CompiledField | undefined;
  /** The related records that count: not deleted, and matching the filter. */
  readonly filter: FilterNode;
  readonly matches: Matcher;
  /** Names of the fields of the related records that the value depends on, without the link. */
  readonly inputs: ReadonlySet<string>;
}

/** Formulas of another module, or of the same one, that read records of a module by a Relate. */
export interface FormulaReader {
  readonly module: CompiledModule;
  readonly relate: CompiledField;
  /** Names of the fields that they read. */
  readonly inputs: ReadonlySet<string>;
}

/** What is calculated in a module, and from it. */
export interface ModuleCalculations {
  readonly module: CompiledModule;
  /** Each after those that it reads. */
  readonly formulas: readonly FormulaPlan[];
  readonly relates: readonly ReadRelate[];
  readonly rollUps: readonly RollUpPlan[];
  /** The formulas that read records of the module. */
  readonly readers: readonly FormulaReader[];
  /** The roll-ups over records of the module. */
  readonly collectors: readonly RollUpPlan[];
}

const known = new WeakMap<DefinitionSnapshot, ReadonlyMap<string, ModuleCalculations>>();

/** The calculations by the name of the module; a module that has none and that none reads is absent. Cached for each snapshot. */
export function calculationsOf(snapshot: DefinitionSnapshot): ReadonlyMap<string, ModuleCalculations> {
  let plans = known.get(snapshot);
  if (plans === undefined) known.set(snapshot, (plans = planCalculations(snapshot)));
  return plans;
}

interface PlanDraft {
  readonly module: CompiledModule;
  readonly formulas: FormulaPlan[];
  readonly relates: ReadRelate[];
  readonly rollUps: RollUpPlan[];
  readonly readers: FormulaReader[];
  readonly collectors: RollUpPlan[];
}

function planCalculations(snapshot: DefinitionSnapshot): ReadonlyMap<string, ModuleCalculations> {
  const drafts = new Map<string, PlanDraft>();
  const draftOf = (module: CompiledModule): PlanDraft => {
    const draft = drafts.get(module.name) ?? { module, formulas: [], relates: [], rollUps: [], readers: [], collectors: [] };
    drafts.set(module.name, draft);
    return draft;
  };
  for (const module of snapshot.modules.values()) {
    const calculated = [...module.fields.values()].filter(({ definition }) => isCalculated(definition));
    if (calculated.length === 0) continue;
    const draft = draftOf(module);
    draft.formulas.push(...planFormulas(module, calculated));
    for (const { relate, inputs } of planRelates(snapshot, calculated, module)) {
      draft.relates.push(relate);
      draftOf(relate.target).readers.push({ module, relate: relate.field, inputs });
    }
    for (const rollUp of calculated.flatMap((field) => planRollUp(snapshot, module, field) ?? [])) {
      draft.rollUps.push(rollUp);
      draftOf(rollUp.source).collectors.push(rollUp);
    }
  }
  return drafts;
}

/** A module as far as the inputs of its calculations depend on it. */
export function describeCalculating(module: CompiledModule): CalculatingModule {
  return {
    name: module.name,
    field: (name) => module.fields.get(name)?.definition,
    relationships: module.definition.relationships ?? [],
  };
}

/** The formulas of a module, each after those that it reads. The checks of definitions exclude cycles. */
function planFormulas(module: CompiledModule, calculated: readonly CompiledField[]): readonly FormulaPlan[] {
  const own = describeCalculating(module);
  const open = new Map(calculated.filter(({ definition }) => definition.formula !== undefined).map((field) => [field.name, field]));
  const planned: FormulaPlan[] = [];
  const plan = (field: CompiledField): void => {
    if (!open.delete(field.name)) return;
    for (const input of listCalculationInputs(field.definition, own)) {
      const read = input.module === module.name ? open.get(input.field) : undefined;
      if (read !== undefined) plan(read);
    }
    planned.push({ field, formula: compileFormula(field.definition.formula as Formula) });
  };
  for (const field of [...open.values()]) plan(field);
  return planned;
}

function planRelates(
  snapshot: DefinitionSnapshot,
  calculated: readonly CompiledField[],
  module: CompiledModule,
): readonly { readonly relate: ReadRelate; readonly inputs: ReadonlySet<string> }[] {
  const inputs = new Map<string, Set<string>>();
  for (const { definition } of calculated)
    for (const { relate, field } of definition.formula === undefined ? [] : listFormulaVariables(definition.formula))
      if (relate !== undefined) inputs.set(relate, (inputs.get(relate) ?? new Set()).add(field));
  return [...inputs].flatMap(([name, names]) => {
    const field = module.fields.get(name);
    const target = snapshot.module(targetOf(field?.definition) ?? '');
    return field === undefined || target === undefined ? [] : [{ relate: { field, target }, inputs: names }];
  });
}

/** Undefined: it has no roll-up, or one of its fields is not active. */
function planRollUp(snapshot: DefinitionSnapshot, owner: CompiledModule, field: CompiledField): RollUpPlan | undefined {
  const { rollUp } = field.definition;
  const found = rollUp && findRollUpSource(rollUp, describeCalculating(owner));
  const source = found && snapshot.module(found.module);
  if (rollUp === undefined || found === undefined || source === undefined) return undefined;
  const link = (found.direction === 'forward' ? owner : source).fields.get(found.link);
  const of = rollUp.of === undefined ? undefined : source.fields.get(rollUp.of);
  const node = parseRollUpFilter(snapshot, source, rollUp.filter);
  if (link === undefined || node === undefined || (rollUp.of !== undefined && of === undefined)) return undefined;
  const filter = allOf([node, ...notDeleted(source)]);
  const inputs = new Set(['deleted', ...(rollUp.of === undefined ? [] : [rollUp.of]), ...listFilterFields(rollUp.filter)]);
  const { operation } = rollUp;
  return { owner, field, operation, source, link, direction: found.direction, of, filter, matches: compileMatcher(filter), inputs };
}

/** The checks of definitions refuse filters that depend on the time or the user. */
function parseRollUpFilter(snapshot: DefinitionSnapshot, module: CompiledModule, filter: RollUp['filter']): FilterNode | undefined {
  if (filter === undefined) return { kind: 'constant', value: true };
  const parsed = parseFilter(filter, {
    module,
    catalog: snapshot,
    variables: { me: undefined, my_teams: [], my_roles: [], ofUser: {}, today: '2000-01-01', now: 0, timeZone: 'UTC' },
    canFilter: () => true,
    visibilityFilter: () => undefined,
  });
  return parsed.ok ? parsed.node : undefined;
}
