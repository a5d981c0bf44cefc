import { useMemo } from 'react';
import { listConditionVariables } from '#engine/model/conditions';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { JsonValue } from '#engine/model/values';
import { t } from '../../../kit/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { nameOfListed, useDropdowns } from '../dropdowns/use-dropdowns.ts';
import { useFieldDefinitions } from '../fields/use-published-view.ts';
import type { ConditionLabels } from './describe-condition.ts';
import { listSubjects, type ConditionSubject } from './subjects.ts';

/** What conditions of a module can read, and labels for what a condition names. */
export function useConditionLabels(module: ModuleDefinition, condition: JsonValue | undefined): ConditionLabels {
  const fields = useFieldDefinitions(module);
  const subjects = useMemo(() => listSubjects(fields), [fields]);
  const names = new Set(listConditionVariables(condition).map(({ name }) => name));
  const used = subjects.filter(({ name, dropdown }) => names.has(name) && dropdown !== undefined);
  const dropdowns = useDropdowns(used.map(({ dropdown = '' }) => dropdown));
  return {
    subjects,
    labelOf: ({ kind, dropdown }, value) => {
      if (kind === 'record') return t('studioFields.conditions.chosenRecord');
      return dropdowns.find(({ name }) => name === dropdown)?.options.find((option) => option.value === value)?.label;
    },
  };
}

/** The values that can be chosen for a subject: of its dropdown, or the names of roles. Undefined: texts are typed. */
export function useSubjectOptions({
  name,
  dropdown,
}: ConditionSubject): readonly { readonly value: string; readonly label: string }[] | undefined {
  const [found] = useDropdowns(dropdown === undefined ? [] : [dropdown]);
  const roles = useDefinitions('role').list;
  if (name === 'user.roles') return roles?.map((role) => ({ value: nameOfListed(role), label: role.label }));
  return dropdown === undefined ? undefined : (found?.options ?? []).map(({ value, label }) => ({ value, label }));
}
