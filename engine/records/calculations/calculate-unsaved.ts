import type { CipherPort, StorePort, StoredRecord } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { convertResult, evaluateFormula, listCalculationInputs, listFormulaVariables, type FormulaData } from '#engine/model/calculations';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue, RecordDocument } from '#engine/model/values';
import { decodeRecord } from '../encryption/encrypt-record.ts';
import { calculationsOf, describeCalculating, type FormulaPlan, type ModuleCalculations } from './calculation-plan.ts';

/** Names of calculated fields, by the name of their module. */
type FieldNames = ReadonlyMap<string, ReadonlySet<string>>;

/** The calculated fields whose stored values are not those of the definitions, because these are not published. */
export interface UnsavedCalculations {
  /** Formulas that can be evaluated for each record that is read. */
  readonly formulas: FieldNames;
  /** Roll-ups, and the formulas that read them: the job calculates them when the definitions are published. */
  readonly later: FieldNames;
}

/** A calculated field with what it reads, by 'module.field'. */
interface Node {
  readonly module: string;
  readonly field: string;
  readonly isFormula: boolean;
  readonly inputs: readonly string[];
}

/** Finds them: fields without a stored value, and all that depend on these. */
export function findUnsavedCalculations(
  snapshot: DefinitionSnapshot,
  isStored: (module: CompiledModule, field: CompiledField) => boolean,
): UnsavedCalculations {
  const nodes = [...calculationsOf(snapshot).values()].flatMap(listNodes);
  const unsaved = new Set<string>();
  for (const { module, field } of nodes) {
    const owner = snapshot.module(module);
    const compiled = owner?.fields.get(field);
    if (owner !== undefined && compiled !== undefined && !isStored(owner, compiled)) unsaved.add(`${module}.${field}`);
  }
  spread(nodes, unsaved);
  const later = new Set(nodes.filter((node) => !node.isFormula && unsaved.has(keyOf(node))).map(keyOf));
  spread(nodes, later);
  return {
    formulas: groupNames(nodes.filter((node) => unsaved.has(keyOf(node)) && !later.has(keyOf(node)))),
    later: groupNames(nodes.filter((node) => later.has(keyOf(node)))),
  };
}

function keyOf({ module, field }: Pick<Node, 'module' | 'field'>): string {
  return `${module}.${field}`;
}

function listNodes({ module, formulas, rollUps }: ModuleCalculations): readonly Node[] {
  const own = describeCalculating(module);
  const toNode = ({ field }: { readonly field: CompiledField }, isFormula: boolean): Node => ({
    module: module.name,
    field: field.name,
    isFormula,
    inputs: listCalculationInputs(field.definition, own).map(keyOf),
  });
  return [...formulas.map((one) => toNode(one, true)), ...rollUps.map((one) => toNode(one, false))];
}

/** Adds everything that depends on something in the set. */
function spread(nodes: readonly Node[], found: Set<string>): void {
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const node of nodes) if (node.inputs.some((input) => found.has(input))) found.add(keyOf(node));
  }
}

function groupNames(nodes: readonly Node[]): FieldNames {
  const names = new Map<string, Set<string>>();
  for (const { module, field } of nodes) names.set(module, (names.get(module) ?? new Set()).add(field));
  return names;
}

/** What reading and evaluating needs. */
export interface UnsavedServices {
  readonly store: Pick<StorePort, 'get'>;
  readonly cipher: CipherPort;
  /** The definitions that are shown. */
  readonly snapshot: DefinitionSnapshot;
  readonly formulas: FieldNames;
}

/**
 * Records with the values of the formulas, as saves would calculate them; a formula without a result has no value. `only`: of these fields,
 * and those that they read. Definitions have no circles of formulas, so it ends.
 */
export async function calculateUnsaved(
  services: UnsavedServices,
  module: CompiledModule,
  stored: readonly StoredRecord[],
  only?: ReadonlySet<string>,
): Promise<readonly StoredRecord[]> {
  const { cipher, snapshot } = services;
  const plan = calculationsOf(snapshot).get(module.name);
  const formulas = plan === undefined ? [] : chooseFormulas(plan, services.formulas.get(module.name), only);
  if (plan === undefined || formulas.length === 0 || stored.length === 0) return stored;
  const documents = stored.map((record) => decodeRecord({ cipher }, { snapshot }, module, record));
  const related = await readRelated(services, plan, formulas, documents);
  return documents.map((document) => ({
    document: evaluateAll(formulas, document, related),
    definitionVersion: snapshot.version,
  }));
}

/** The unsaved formulas that are wanted, in the order of their evaluation. */
function chooseFormulas(
  { formulas }: ModuleCalculations,
  unsaved: ReadonlySet<string> | undefined,
  only: ReadonlySet<string> | undefined,
): readonly FormulaPlan[] {
  if (unsaved === undefined) return [];
  const wanted = new Set(only ?? unsaved);
  const chosen: FormulaPlan[] = [];
  // Each is behind those that it reads.
  for (const plan of formulas.toReversed()) {
    if (!wanted.has(plan.field.name) || !unsaved.has(plan.field.name)) continue;
    chosen.unshift(plan);
    for (const { relate, field } of variablesOf(plan)) if (relate === undefined) wanted.add(field);
  }
  return chosen;
}

function variablesOf({ field: { definition } }: FormulaPlan): ReturnType<typeof listFormulaVariables> {
  return definition.formula === undefined ? [] : listFormulaVariables(definition.formula);
}

/** The records that the formulas read, by the name of the Relate and their id. */
type RelatedRecords = ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;

async function readRelated(
  services: UnsavedServices,
  { relates }: ModuleCalculations,
  formulas: readonly FormulaPlan[],
  documents: readonly RecordDocument[],
): Promise<RelatedRecords> {
  const { store, cipher, snapshot } = services;
  const read = new Map<string, ReadonlyMap<string, JsonObject>>();
  for (const { field, target } of relates) {
    const names = new Set(formulas.flatMap(variablesOf).flatMap((one) => (one.relate === field.name ? [one.field] : [])));
    const ids = [...new Set(documents.map((document) => document[field.name]).filter((id) => typeof id === 'string'))];
    if (names.size === 0 || ids.length === 0) continue;
    const found = (await store.get(target.storage.name, ids)).filter((record) => record !== undefined);
    const filled = await calculateUnsaved(services, target, found, names);
    const entries = filled.map((record) => [record.document._id, decodeRecord({ cipher }, { snapshot }, target, record)] as const);
    read.set(field.name, new Map(entries));
  }
  return read;
}

function evaluateAll(formulas: readonly FormulaPlan[], document: RecordDocument, records: RelatedRecords): RecordDocument {
  const draft: { [name: string]: JsonValue; _id: string; _version: number } = { ...document };
  const related: { [relate: string]: JsonObject } = {};
  for (const [relate, byId] of records) {
    const id = document[relate];
    const record = typeof id === 'string' ? byId.get(id) : undefined;
    if (record !== undefined) related[relate] = record;
  }
  for (const { field, formula } of formulas) {
    const value = evaluate({ field, formula }, { record: draft, related });
    if (value === undefined) delete draft[field.name];
    else draft[field.name] = value;
  }
  return draft;
}

function evaluate({ field, formula }: FormulaPlan, data: FormulaData): JsonValue | undefined {
  const result = evaluateFormula(formula, data);
  const converted = result.ok ? convertResult(field, result.value) : result;
  return converted.ok ? converted.value : undefined;
}
