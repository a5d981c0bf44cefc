import { copyDefinitionSet, type DefinitionSet } from '../base/definition-set.ts';
import { isReplaceable } from '../check/check-setting.ts';
import { findValueProblems } from './setting-problems.ts';

/** The definitions with the default of each setting whose customized value breaks its schema, as after a stricter schema. */
export function replaceInvalidSettings(set: DefinitionSet, base: DefinitionSet): DefinitionSet {
  const replaced = [...set.setting.values()].flatMap((definition) => {
    const original = base.setting.get(definition.id);
    const isInvalid = isReplaceable(definition, original) && findValueProblems(definition).length > 0;
    return isInvalid ? [{ ...definition, setting: original.setting }] : [];
  });
  if (replaced.length === 0) return set;
  const copy = copyDefinitionSet(set);
  for (const definition of replaced) copy.setting.set(definition.id, definition);
  return copy;
}
