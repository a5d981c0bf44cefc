import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ListPlus, Plus, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { lowercaseLabel, type JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { queryKeys, useModuleView, type ApiError, type PageResponse } from '../../../client/index.ts';
import {
  combineTerms,
  filterItems,
  serializeFilterTree,
  createGroup,
  createCondition,
  readListPage,
  relatedModules,
  assignNewIds,
  resolveItem,
  parseFilterTree,
  useDialogDraft,
  type DialogDraft,
  type FilterGroup,
  type FilterItem,
  type FilterCondition,
} from '../../../headless/index.ts';
import { Button, Dialog, Icon, IconButton, t } from '../../../kit/index.ts';
import { RestoredChoicesNote } from '../../dialogs/restored-choices-note.tsx';
import { ConditionRow, withField } from './condition-row.tsx';

const CHEVRON = <Icon of={ChevronDown} />;
const JOINS = {
  all: { combinator: 'and', negated: false },
  any: { combinator: 'or', negated: false },
  none: { combinator: 'and', negated: true },
  neither: { combinator: 'or', negated: true },
} as const;
type Join = keyof typeof JOINS;

interface GroupEditorProps {
  readonly module: ModuleView;
  readonly group: FilterGroup;
  /** Nesting depth; the outermost is 0. */
  readonly depth: number;
  readonly onChange: (group: FilterGroup) => void;
  readonly onRemove?: () => void;
}

function createFirstCondition(module: ModuleView): FilterCondition | undefined {
  const item = filterItems(module).find((one) => one.fieldName === module.nameField) ?? filterItems(module)[0];
  return item === undefined ? undefined : withField(createCondition(item.fieldName, 'equals'), item);
}

/** The conditions on a related record: a filter of the related module. */
function RelatedGroup({
  module,
  test,
  depth,
  onChange,
}: {
  readonly module: ModuleView;
  readonly test: FilterCondition;
  readonly depth: number;
  readonly onChange: (test: FilterCondition) => void;
}) {
  const item = resolveItem(module, { fieldName: test.fieldName });
  const name = test.related?.module ?? (item === undefined ? undefined : relatedModules(item)[0]);
  const isFlex = item?.field?.inputType === 'FlexRelate' || item?.field?.inputType === 'MultiFlexRelate';
  if (test.related === undefined || name === undefined || (isFlex && test.related.module === undefined)) return null;
  const { related } = test;
  return (
    <RelatedOf
      name={name}
      group={related.group}
      depth={depth}
      onChange={(group) => onChange({ ...test, related: { ...related, group } })}
    />
  );
}

function RelatedOf({
  name,
  group,
  depth,
  onChange,
}: {
  readonly name: string;
  readonly group: FilterGroup;
  readonly depth: number;
  readonly onChange: (group: FilterGroup) => void;
}) {
  const { data, error } = useModuleView(name);
  if (error) return <p className="ms-muted">{error.message}</p>;
  return data === undefined ? null : <GroupEditor module={data} group={group} depth={depth + 1} onChange={onChange} />;
}

function ItemEditor({
  module,
  item,
  depth,
  onChange,
  onRemove,
}: {
  readonly module: ModuleView;
  readonly item: FilterItem;
  readonly depth: number;
  readonly onChange: (item: FilterItem) => void;
  readonly onRemove: () => void;
}) {
  if (item.kind === 'group') return <GroupEditor module={module} group={item} depth={depth + 1} onChange={onChange} onRemove={onRemove} />;
  return (
    <>
      <div className="mv-condition-line">
        <ConditionRow module={module} test={item} onChange={onChange} />
        <IconButton icon={X} size="sm" label={t('saved.removeCondition')} onClick={onRemove} />
      </div>
      {item.operator === 'related' && <RelatedGroup module={module} test={item} depth={depth} onChange={onChange} />}
    </>
  );
}

/** A group of conditions of which all, any or none must match; groups can be nested. */
function GroupEditor({ module, group, depth, onChange, onRemove }: GroupEditorProps) {
  const joinName =
    (Object.keys(JOINS) as Join[]).find((name) => JOINS[name].combinator === group.combinator && JOINS[name].negated === group.negated) ??
    'all';
  const set = (at: number, next: FilterItem | undefined) =>
    onChange({ ...group, items: group.items.flatMap((item, place) => (place !== at ? [item] : next === undefined ? [] : [next])) });
  const add = (item: FilterItem | undefined) => {
    if (item !== undefined) onChange({ ...group, items: [...group.items, item] });
  };
  return (
    <fieldset className="mv-group" data-depth={depth}>
      <legend className="ms-visually-hidden">{t('saved.match')}</legend>
      <div className="mv-group-head">
        <Select
          aria-label={t('saved.match')}
          rightSection={CHEVRON}
          allowDeselect={false}
          data={(Object.keys(JOINS) as Join[]).map((name) => ({ value: name, label: t(`saved.${name}`) }))}
          value={joinName}
          onChange={(next) => {
            if (next !== null) onChange({ ...group, ...JOINS[next] });
          }}
        />
        {onRemove !== undefined && <IconButton icon={X} size="sm" label={t('saved.removeGroup')} onClick={onRemove} />}
      </div>
      {group.items.map((item, at) => (
        <ItemEditor
          key={item.id}
          module={module}
          item={item}
          depth={depth}
          onChange={(next) => set(at, next)}
          onRemove={() => set(at, undefined)}
        />
      ))}
      <div className="mv-group-foot">
        <Button variant="quiet" size="sm" icon={Plus} onClick={() => add(createFirstCondition(module))}>
          {t('saved.addCondition')}
        </Button>
        {depth < 5 && (
          <Button
            variant="quiet"
            size="sm"
            icon={ListPlus}
            onClick={() => {
              const first = createFirstCondition(module);
              add(createGroup(group.combinator === 'and' ? 'or' : 'and', first === undefined ? [] : [first]));
            }}
          >
            {t('saved.addGroup')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

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

/** Focuses the field of the first condition when the builder opens, and that of a condition that is added. */
function useConditionFocus(tree: FilterGroup): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<ReadonlySet<Element> | undefined>(undefined);
  const count = countConditions(tree);
  useEffect(() => {
    const fields = [...(box.current?.querySelectorAll<HTMLInputElement>('.mv-condition .mv-condition-field input') ?? [])];
    const known = before.current;
    before.current = new Set(fields);
    if (known === undefined) return;
    fields.find((field) => !known.has(field))?.focus();
  }, [count]);
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
