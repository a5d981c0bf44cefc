import { useMemo } from 'react';
// Not imported from the index: that would add the definition schemas to the client bundle.
import { isFieldVisible } from '#engine/model/visibility';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { useSession } from '../../client/index.ts';
import { readConditionContext, toConditionRecord } from './condition-record.ts';
import type { Draft } from './draft.ts';

/** Whether a field is shown for a draft. `base`: the values before the change; absent: the draft has no changes. */
export type IsFieldShown = (field: FieldView, draft: Draft, base?: Draft) => boolean;

/** Decides which fields of a module are visible, by condition, parent field and trigger. */
export function createVisibility(module: ModuleView): IsFieldShown {
  const finder = new Map(module.fields.map((field) => [field.fieldName, field]));
  return (field, draft, base = draft) => {
    if (field.dependent !== true && field.deleted !== true && field.visibleWhen === undefined) return true;
    const old = toConditionRecord(module, base);
    return isFieldVisible(field, finder, toConditionRecord(module, draft), { ...readConditionContext(), old });
  };
}

/** The same, memoized. It changes with the setting `time_zone`, which determines the current day. */
export function useVisibility(module: ModuleView): IsFieldShown {
  const zone = useSession((session) => session.timeZone);
  return useMemo(() => createVisibility(module), [module, zone]);
}
