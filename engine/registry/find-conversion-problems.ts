import type { CompiledModule } from '#engine/model/compiled';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import { isDeepStrictEqual } from 'node:util';
import type { DefinitionChange, DefinitionSnapshot } from './contract.ts';
import type { DefinitionProblem } from './problem.ts';
import type { DefinitionState } from './state/definition-state.ts';
import type { PendingConversion } from './state/field-conversions.ts';

/** Problems of changes to fields whose values another change-set converts now: both would give them another form. */
export function findConversionProblems(
  changes: readonly DefinitionChange[],
  { pending }: Pick<DefinitionState, 'pending'>,
  before: DefinitionSnapshot,
  own: readonly PendingConversion[],
): readonly DefinitionProblem[] {
  return pending.flatMap((one) => {
    if (own.includes(one)) return [];
    const module = [...before.modules.values()].find(({ id }) => id === one.module);
    const field = module?.fieldsById.get(one.field);
    const change = changes.find(({ kind, id }) => kind === 'module' && id === one.module);
    if (module === undefined || field === undefined || change === undefined || !touches(change, field.definition.id)) return [];
    return [explain(module, field.definition)];
  });
}

function touches({ before, after }: DefinitionChange, field: string): boolean {
  const find = (definition: DefinitionChange['after']): FieldDefinition | undefined =>
    (definition as ModuleDefinition | null)?.fields.find(({ id }) => id === field);
  return !isDeepStrictEqual(find(before), find(after));
}

function explain({ name }: CompiledModule, { fieldName, label }: FieldDefinition): DefinitionProblem {
  return {
    file: `module/${name}`,
    path: `/fields/${fieldName}`,
    cause: `The values of ${label} are being converted for another change-set. Wait until that is done, or cancel it.`,
  };
}
