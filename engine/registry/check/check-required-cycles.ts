import type { FieldDefinition } from '#engine/model/definitions';
import type { ResolvedModule } from '../compile/resolve-fields.ts';
import type { Report } from './check-context.ts';

/** A required relation of a module. */
interface Requirement {
  readonly field: string;
  /** Name of the other module. */
  readonly other: string;
}

/**
 * Warns of modules that require each other, directly or by others, or themselves: with no record in any of them, none can be the first. It is a
 * warning in files, because records may be there already; the change of an admin that causes one is refused.
 */
export function checkRequiredCycles(modules: ReadonlyMap<string, ResolvedModule>, warnOf: (module: ResolvedModule) => Report): void {
  const requirements = new Map([...modules.values()].map((module) => [module.definition.name, listRequirements(module)]));
  for (const module of modules.values()) {
    const { name, label } = module.definition;
    for (const { field, other } of requirements.get(name) ?? []) {
      const way = findWay(requirements, other, name);
      if (way === undefined) continue;
      const labels = way.slice(0, -1).map((one) => labelOf(modules, one));
      const cause =
        labels.length === 0
          ? `Each of ${label} requires another one, so that none can be the first.`
          : `${[label, ...labels].join(', ')} require each other in a circle, so that none of them can have a first record.`;
      warnOf(module)(`/fields/${field}/required`, `${cause} Make one of these fields optional.`);
    }
  }
}

function labelOf(modules: ReadonlyMap<string, ResolvedModule>, name: string): string {
  return [...modules.values()].find(({ definition }) => definition.name === name)?.definition.label ?? name;
}

function listRequirements({ fields }: ResolvedModule): readonly Requirement[] {
  return fields.flatMap(({ definition }) => {
    const [other, ...more] = [definition.ref ?? []].flat();
    return other !== undefined && more.length === 0 && isAlwaysRequired(definition) ? [{ field: definition.fieldName, other }] : [];
  });
}

/** A field that is shown by a condition, or has a default, can be without a value that somebody chose. */
function isAlwaysRequired({ inputType, required, dependent, visibleWhen, deleted, ...field }: FieldDefinition): boolean {
  if (required !== true || dependent === true || deleted === true || visibleWhen !== undefined) return false;
  if (field.default !== undefined || field.defaultFormula !== undefined) return false;
  return inputType === 'Relate' || inputType === 'MultiRelate';
}

/** The names of the modules from one to another by required relations, both included; undefined: there is no way. */
function findWay(requirements: ReadonlyMap<string, readonly Requirement[]>, from: string, to: string): readonly string[] | undefined {
  const seen = new Set([from]);
  let ways: readonly (readonly string[])[] = [[from]];
  while (ways.length > 0) {
    const found = ways.find((way) => way.at(-1) === to);
    if (found !== undefined) return found;
    ways = ways.flatMap((way) =>
      (requirements.get(way.at(-1) ?? '') ?? []).flatMap(({ other }) => {
        if (seen.has(other)) return [];
        seen.add(other);
        return [[...way, other]];
      }),
    );
  }
  return undefined;
}
