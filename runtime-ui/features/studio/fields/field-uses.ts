/** A reference to a field, from a definition or a record. */
export interface FieldReference {
  readonly target: string;
  readonly from: string;
  readonly path: string;
}

/** How often a field is used, by what uses it. */
export interface FieldUses {
  readonly layouts: number;
  readonly rules: number;
  readonly others: number;
  readonly references: readonly FieldReference[];
}

const NONE: FieldUses = { layouts: 0, rules: 0, others: 0, references: [] };

/** The uses of the fields of a module by the name of the field; a definition that names a field several times counts once. */
export function countFieldUses(moduleName: string, references: readonly FieldReference[]): ReadonlyMap<string, FieldUses> {
  const byField = new Map<string, FieldReference[]>();
  for (const reference of references) {
    const name = fieldOf(moduleName, reference.target);
    if (name !== undefined) byField.set(name, [...(byField.get(name) ?? []), reference]);
  }
  return new Map([...byField].map(([name, list]) => [name, countUses(list)]));
}

/** The uses of one field. */
export function usesOf(uses: ReadonlyMap<string, FieldUses>, name: string): FieldUses {
  return uses.get(name) ?? NONE;
}

function fieldOf(moduleName: string, target: string): string | undefined {
  const start = `field/${moduleName}.`;
  return target.startsWith(start) ? target.slice(start.length).split('.')[0] : undefined;
}

function countUses(references: readonly FieldReference[]): FieldUses {
  const distinct = (kind: string): number => new Set(references.filter(({ from }) => kindOf(from) === kind).map(({ from }) => from)).size;
  const layouts = distinct('layout');
  const rules = new Set(references.filter(({ from }) => kindOf(from) === 'module').map(({ from, path }) => `${from}${path}`)).size;
  const all = new Set(references.map(({ from }) => from).filter((from) => kindOf(from) !== 'layout' && kindOf(from) !== 'module')).size;
  return { layouts, rules, others: all, references };
}

function kindOf(from: string): string {
  return from.slice(0, from.indexOf('/'));
}
