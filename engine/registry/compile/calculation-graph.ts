import { createHash } from 'node:crypto';
import { listCalculationInputs, type CalculatingModule, type CalculationInput } from '#engine/model/calculations';
import { isCalculated, type FieldDefinition, type InputType } from '#engine/model/definitions';
import type { ResolvedModule } from './resolve-fields.ts';

/** A calculated field with the fields that it reads. */
export interface CalculationNode {
  readonly module: string;
  readonly definition: FieldDefinition;
  readonly inputs: readonly CalculationInput[];
  /** The types of these fields, in the same order; undefined: the field is not there. */
  readonly inputTypes: readonly (InputType | undefined)[];
}

/** The calculated fields of all modules, by 'module.field'. */
export type CalculationGraph = ReadonlyMap<string, CalculationNode>;

/** What the inputs of a module's calculated fields depend on. */
export function toCalculatingModule({ definition, fields }: ResolvedModule): CalculatingModule {
  const byName = new Map(fields.map((field) => [field.definition.fieldName, field.definition]));
  return { name: definition.name, field: (name) => byName.get(name), relationships: definition.relationships ?? [] };
}

/** Finds the calculated fields of all modules, and what they read. */
export function listCalculations(modules: Iterable<ResolvedModule>): CalculationGraph {
  const graph = new Map<string, CalculationNode>();
  const all = [...modules];
  const types = new Map(
    all.flatMap((module) =>
      module.fields.map(({ definition: { fieldName, inputType } }) => [`${module.definition.name}.${fieldName}`, inputType]),
    ),
  );
  for (const module of all) {
    const calculated = module.fields.filter(({ definition }) => isCalculated(definition));
    if (calculated.length === 0) continue;
    const own = toCalculatingModule(module);
    for (const { definition } of calculated) {
      const { name } = module.definition;
      const inputs = listCalculationInputs(definition, own);
      const inputTypes = inputs.map((input) => types.get(`${input.module}.${input.field}`));
      graph.set(`${name}.${definition.fieldName}`, { module: name, definition, inputs, inputTypes });
    }
  }
  return graph;
}

/**
 * A digest of each calculated field, by the name of its module and its own: of its calculation and type, of the types of the fields that it
 * reads, and of the calculations of those. With another digest, stored values are no longer right.
 */
export function digestCalculations(graph: CalculationGraph): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  const digestOf = (key: string, above: readonly string[]): string => {
    const node = graph.get(key);
    // A cycle is refused; here it only must end.
    if (node === undefined || above.includes(key)) return '';
    const known = digests.get(key);
    if (known !== undefined) return known;
    const { formula, rollUp, inputType } = node.definition;
    const read = node.inputs.map(({ module, field }) => digestOf(`${module}.${field}`, [...above, key]));
    const digest = createHash('sha1')
      .update(JSON.stringify([formula, rollUp, read, inputType, node.inputTypes]))
      .digest('hex')
      .slice(0, 10);
    digests.set(key, digest);
    return digest;
  };
  const byModule = new Map<string, Map<string, string>>();
  for (const [key, { module, definition }] of graph) {
    const own = byModule.get(module) ?? new Map<string, string>();
    byModule.set(module, own.set(definition.fieldName, digestOf(key, [])));
  }
  return byModule;
}

const levelsByGraph = new WeakMap<CalculationGraph, ReadonlyMap<string, number>>();

/**
 * How many calculated fields each one depends on in a row, itself included. Fields of a cycle, and those that read them, are left out.
 */
export function getLevels(graph: CalculationGraph): ReadonlyMap<string, number> {
  let levels = levelsByGraph.get(graph);
  if (levels === undefined) levelsByGraph.set(graph, (levels = countLevels(graph)));
  return levels;
}

function countLevels(graph: CalculationGraph): ReadonlyMap<string, number> {
  const readers = new Map<string, string[]>();
  const open = new Map<string, number>();
  for (const key of graph.keys()) {
    const read = listCalculatedInputs(graph, key);
    open.set(key, read.length);
    for (const input of read) readers.set(input, [...(readers.get(input) ?? []), key]);
  }
  const levels = new Map<string, number>();
  const next = [...open].flatMap(([key, count]) => (count === 0 ? [key] : []));
  for (const key of next) {
    levels.set(key, 1 + Math.max(0, ...listCalculatedInputs(graph, key).map((input) => levels.get(input) ?? 0)));
    for (const reader of readers.get(key) ?? []) {
      const left = (open.get(reader) ?? 0) - 1;
      open.set(reader, left);
      if (left === 0) next.push(reader);
    }
  }
  return levels;
}

/** The calculated fields that a calculated field reads. */
function listCalculatedInputs(graph: CalculationGraph, key: string): readonly string[] {
  const names = (graph.get(key)?.inputs ?? []).map(({ module, field }) => `${module}.${field}`);
  return [...new Set(names)].filter((name) => graph.has(name));
}

/** The shortest cycle that a calculated field is a part of, from the field back to itself: ['a.x', 'b.y', 'a.x']. Undefined: none. */
export function findCycle(graph: CalculationGraph, start: string): readonly string[] | undefined {
  if (getLevels(graph).has(start)) return undefined;
  const from = new Map<string, string>();
  const next = [start];
  for (const key of next) {
    for (const input of listCalculatedInputs(graph, key)) {
      if (input === start) return [...listPath(from, key), start];
      if (from.has(input)) continue;
      from.set(input, key);
      next.push(input);
    }
  }
  return undefined;
}

/** The way to a field, starting with the first one. */
function listPath(from: ReadonlyMap<string, string>, last: string): readonly string[] {
  const path: string[] = [];
  for (let key: string | undefined = last; key !== undefined; key = from.get(key)) path.unshift(key);
  return path;
}
