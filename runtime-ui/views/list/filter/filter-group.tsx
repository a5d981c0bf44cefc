import { Select } from '@mantine/core';
import { ChevronDown, ListPlus, Plus, X } from 'lucide-react';
import type { ModuleView } from '#engine/model/wire';
import { useModuleView } from '../../../client/index.ts';
import {
  createCondition,
  createGroup,
  filterItems,
  relatedModules,
  resolveItem,
  type FilterCondition,
  type FilterGroup,
  type FilterItem,
} from '../../../headless/index.ts';
import { Button, Icon, IconButton, t } from '../../../kit/index.ts';
import { ConditionRow, withField } from './condition-row.tsx';

const CHEVRON = <Icon of={ChevronDown} />;
const JOINS = {
  all: { combinator: 'and', negated: false },
  any: { combinator: 'or', negated: false },
  none: { combinator: 'and', negated: true },
  neither: { combinator: 'or', negated: true },
} as const;
type Join = keyof typeof JOINS;

export interface GroupEditorProps {
  readonly module: ModuleView;
  readonly group: FilterGroup;
  /** Nesting depth; the outermost is 0. */
  readonly depth: number;
  readonly onChange: (group: FilterGroup) => void;
  readonly onRemove?: () => void;
}

export function createFirstCondition(module: ModuleView): FilterCondition | undefined {
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
export function GroupEditor({ module, group, depth, onChange, onRemove }: GroupEditorProps) {
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
