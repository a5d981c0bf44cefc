import { MusterError } from '../../errors/index.ts';
import type { AnyDefinition } from '../base/definition-set.ts';
import type { LayoutDefinition } from '#engine/model/definitions';
import type { ConflictChoice, DefinitionConflict, DefinitionInput, SettledConflict } from '../contract.ts';
import type { DefinitionCandidate } from '../registry-core.ts';
import { escapePart, replaceProperty } from './property-paths.ts';

/** What a change-set contains to settle conflicts. */
interface Settlement {
  /** The definitions in which the value of the base replaces the customized one. */
  readonly changes: readonly DefinitionInput[];
  readonly settled: readonly SettledConflict[];
}

/**
 * Settles conflicts of a candidate: with 'base' the value of the base becomes a customization, and with both choices the conflict is
 * settled until the base changes the property again. Errors: `definition_not_found` for a conflict that does not exist.
 */
export function settleConflicts({ effective }: DefinitionCandidate, choices: readonly ConflictChoice[]): Settlement {
  const changed = new Map<string, DefinitionInput>();
  const settled = choices.map(({ artifact, path, use }): SettledConflict => {
    const conflict = effective.conflicts.find((one) => one.artifact === artifact && one.path === path);
    if (conflict === undefined) throw new MusterError('definition_not_found', { values: { kind: 'conflict' } });
    const { kind, base } = conflict;
    const id = path === '/' ? (conflict.replaces ?? conflict.id) : conflict.id;
    const key = `${kind}/${id}`;
    const current = changed.get(key)?.definition ?? (effective.set[kind] as ReadonlyMap<string, AnyDefinition>).get(id);
    if (use === 'base') changed.set(key, { kind, id, definition: useBase(current, conflict) });
    return { kind, id: conflict.id, path, base: base ?? null };
  });
  return { changes: [...changed.values()], settled };
}

/** The definition with the value of the base. */
function useBase(current: unknown, { kind, path, base, replaces }: DefinitionConflict): unknown {
  // An artifact with the same name: its content under the id of the customized one, to which values and records belong.
  if (replaces !== undefined && path === '/') return { ...(base as AnyDefinition), id: replaces };
  if (replaces !== undefined) return replaceProperty(replaceProperty(current, `/fields/${replaces}`, undefined), path, base);
  const place = kind === 'layout' && base !== undefined ? /^\/sections\/[^/]+\/fields\/([^/]+)$/.exec(path)?.[1] : undefined;
  return replaceProperty(place === undefined ? current : withoutField(current as LayoutDefinition, place), path, base);
}

/** A layout without a field, which is in one section at most. */
function withoutField(layout: LayoutDefinition, place: string): LayoutDefinition {
  return {
    ...layout,
    sections: layout.sections.map((section) => ({
      ...section,
      fields: section.fields.filter(({ fieldName }) => escapePart(fieldName) !== place),
    })),
  };
}
