import { useCallback, useId, useMemo } from 'react';
import type { LayoutView } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import {
  findLayout,
  isOwnRecord,
  isReadable,
  isWritable,
  layoutSections,
  listReadOnlyByRules,
  useUserId,
  useVisibility,
  type RecordForm,
  type ResolvedSection,
} from '../../headless/index.ts';
import type { FormScope } from './form-context.ts';

/** Each field is shown once in a form, even if a layout contains it (or parts of it) twice. */
function withoutDuplicates(sections: readonly ResolvedSection[]): ResolvedSection[] {
  const seen = new Set<string>();
  return sections.map((section) => ({
    ...section,
    items: section.items.filter(({ field }) => {
      if (field === undefined || seen.has(field.fieldName)) return false;
      seen.add(field.fieldName);
      return true;
    }),
  }));
}

/** Computes the shared state of a form from the module, the layout and the draft. */
export function useFormScope(module: ModuleView, form: RecordForm, view: LayoutView): FormScope {
  const prefix = useId().replace(/[^\w-]/g, '');
  const userId = useUserId();
  const isShown = useVisibility(module);
  const all = useMemo(() => withoutDuplicates(layoutSections(module, view)), [module, view]);
  const { effectiveDraft, isNew } = form;
  const { base } = form.state;
  const isOwn = isNew || isOwnRecord(base, userId);
  const isTabbed = findLayout(module, view)?.panelType === 'tabs';
  const isClosed: FormScope['isReadOnly'] = useCallback(
    (field, item) => item?.layout.readOnly === true || !isWritable(field, isOwn),
    [isOwn],
  );
  // A text, so that it changes only with the names: every field is rendered again if `isReadOnly` changes.
  const readOnlyText = listReadOnlyByRules(module, { base, draft: effectiveDraft }).join(' ');
  const readOnlyNames = useMemo(() => readOnlyText.split(' '), [readOnlyText]);
  const isReadOnly: FormScope['isReadOnly'] = useCallback(
    (field, item) => isClosed(field, item) || readOnlyNames.includes(field.fieldName),
    [isClosed, readOnlyNames],
  );
  const sections = useMemo(() => {
    const shown = all.map((section) => ({
      ...section,
      items: section.items.filter((item) => {
        const { field } = item;
        if (field === undefined || !isShown(field, effectiveDraft, base)) return false;
        // A new record has no values yet in fields that only the system sets.
        return isNew ? !isClosed(field, item) : isReadable(field, base, userId);
      }),
    }));
    return shown.filter((section) => section.items.length > 0);
  }, [all, isNew, base, effectiveDraft, isClosed, isShown, userId]);
  return { module, form, prefix, isReadOnly, readOnlyNames, isTabbed, sections };
}
