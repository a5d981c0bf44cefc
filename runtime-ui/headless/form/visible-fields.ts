import { useMemo } from 'react';
// Not imported from the index: that would add the definition schemas to the client bundle.
import { isFieldVisible, type VisibilityContext } from '../../../engine/model/visibility/index.ts';
import { readTimeZone, type FieldView, type JsonObject, type ModuleView } from '#engine/model';
import { useShell } from '../../client/index.ts';
import type { Draft } from './draft.ts';

/** The current day in a time zone. */
export function createVisibilityContext(timeZone: string, now: Date = new Date()): VisibilityContext {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return { today: parts.format(now), timeZone };
}

/** Decides which fields of a module are visible, by parent field and trigger; the setting `time_zone` determines the current day. */
export function useVisibility(module: ModuleView): (field: FieldView, draft: Draft) => boolean {
  const zone = useShell().data?.settings.time_zone;
  return useMemo(() => {
    const finder = new Map(module.fields.map((field) => [field.fieldName, field]));
    const context = createVisibilityContext(readTimeZone(zone));
    return (field, draft) => isFieldVisible(field, finder, draft as JsonObject, context);
  }, [module, zone]);
}
