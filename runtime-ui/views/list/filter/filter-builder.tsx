import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { lowercaseLabel, type JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { queryKeys, type ApiError, type PageResponse } from '../../../client/index.ts';
import {
  assignNewIds,
  combineTerms,
  parseFilterTree,
  readListPage,
  serializeFilterTree,
  useDialogDraft,
  type DialogDraft,
  type FilterGroup,
} from '../../../headless/index.ts';
import { Button, Dialog, t } from '../../../kit/index.ts';
import { RestoredChoicesNote } from '../../dialogs/restored-choices-note.tsx';
import { createFirstCondition, GroupEditor } from './filter-group.tsx';

/** Number of records that match a filter, loaded shortly after its last change; or the error if the filter is invalid. */
function useMatchCount(module: ModuleView, filter: JsonObject) {
  const [settled, setSettled] = useState(filter);
  const text = JSON.stringify(filter);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as JsonObject), 400);
    return () => clearTimeout(timer);
  }, [text]);
  const input = { searchTerms: settled, pageNumber: 0, pageSize: 1, fields: [module.nameField] };
  return useQuery<PageResponse, ApiError>({
    queryKey: queryKeys.list(module.name, input),
    queryFn: ({ signal }) => readListPage(module, input, signal),
    retry: false,
    staleTime: 15_000,
  });
}

function countConditions({ items }: FilterGroup): number {
  return items.reduce((sum, item) => sum + (item.kind === 'group' ? countConditions(item) : 1), 0);
}

/** Focuses the field of a condition that is added; the dialog focuses that of the first one when it opens. */
function useConditionFocus(tree: FilterGroup): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const count = countConditions(tree);
  const before = useRef<{ readonly count: number; readonly fields: ReadonlySet<Element> }>({ count, fields: new Set() });
  // The dialog renders its content after the first effect, so the fields are noted each time.
  useEffect(() => {
    const fields = [...(box.current?.querySelectorAll<HTMLInputElement>('.mv-condition .mv-condition-field input') ?? [])];
    const known = before.current;
    before.current = { count, fields: new Set(fields) };
    if (count > known.count) fields.findLast((field) => !known.fields.has(field))?.focus();
  });
  return box;
}

interface FilterBuilderProps {
  readonly module: ModuleView;
  /** The filter that is edited. */
  readonly terms: JsonObject;
  /** Conditions that apply in addition: the terms of a built-in view. */
  readonly within: JsonObject;
  /** A filter that was built before and never applied. */
  readonly restored?: DialogDraft | undefined;
  /** The builder is opened from a form, not from the list of the module. */
  readonly isInForm?: boolean;
  readonly onApply: (terms: JsonObject) => void;
  readonly onCancel: () => void;
}

function createTree(module: ModuleView, terms: JsonObject): FilterGroup {
  const begun = parseFilterTree(terms);
  const first = begun.items.length === 0 ? createFirstCondition(module) : undefined;
  return first === undefined ? begun : { ...begun, items: [first] };
}

/**
 * The filter that is being built. It is stored as a local draft until the builder is closed, as text, because incomplete conditions are not
 * a valid filter.
 */
function useFilterTree(module: ModuleView, terms: JsonObject, restored: DialogDraft | undefined, isOfForm: boolean) {
  const [begun] = useState(() => createTree(module, terms));
  const [tree, setTree] = useState(() =>
    typeof restored?.choices.tree === 'string' ? assignNewIds(JSON.parse(restored.choices.tree) as FilterGroup) : begun,
  );
  const draft = useMemo(
    () => (tree === begun ? undefined : { ids: [], choices: { tree: JSON.stringify(tree) }, redactedFields: [] }),
    [tree, begun],
  );
  const discardStored = useDialogDraft({ module: module.name, name: 'filter', isOfForm, draft });
  return [tree, setTree, discardStored] as const;
}

/** The filter builder: every operator of every field, groups, related records, variables. */
export function FilterBuilder({ module, terms, within, restored, isInForm = false, onApply, onCancel }: FilterBuilderProps) {
  const [tree, setTree, discardStored] = useFilterTree(module, terms, restored, isInForm);
  const filter = serializeFilterTree(tree);
  const { data, error } = useMatchCount(module, combineTerms(within, filter));
  const shown = error
    ? t('saved.refused', { reason: error.message })
    : data === undefined
      ? ''
      : t('saved.shows', { count: data.total.toLocaleString('en-US'), module: lowercaseLabel(module.label) });
  const box = useConditionFocus(tree);
  const cancel = () => {
    discardStored();
    onCancel();
  };
  const actions = (
    <>
      <Button onClick={cancel}>{t('actions.cancel')}</Button>
      <Button
        variant="primary"
        onClick={() => {
          discardStored();
          onApply(filter);
        }}
      >
        {t('saved.apply')}
      </Button>
    </>
  );
  return (
    <Dialog
      opened
      size="compare"
      title={t('saved.builder', { module: lowercaseLabel(module.label) })}
      onCancel={cancel}
      actions={actions}
      consequences={
        <span role="status" className={error ? 'mv-builder-refused' : ''}>
          {shown}
        </span>
      }
      dirty={JSON.stringify(filter) !== JSON.stringify(terms)}
    >
      {restored !== undefined && <RestoredChoicesNote />}
      <div ref={box}>
        <GroupEditor module={module} group={tree} depth={0} onChange={setTree} />
      </div>
    </Dialog>
  );
}
