import { MusterError } from '../../errors/index.ts';
import type { AnyDefinition } from '../base/definition-set.ts';
import type { ConflictChoice, DefinitionInput, SettledConflict } from '../contract.ts';
import type { DefinitionCandidate } from '../registry-core.ts';
import { replaceProperty } from './property-paths.ts';

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
    const { kind, id, base } = conflict;
    const key = `${kind}/${id}`;
    const current = changed.get(key)?.definition ?? (effective.set[kind] as ReadonlyMap<string, AnyDefinition>).get(id);
    if (use === 'base') changed.set(key, { kind, id, definition: replaceProperty(current, path, base) });
    return { kind, id, path, base: base ?? null };
  });
  return { changes: [...changed.values()], settled };
}
