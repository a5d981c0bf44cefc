import { X } from 'lucide-react';
import { useState } from 'react';
import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { useShell } from '../../client/index.ts';
import { collectRecordIds, describeCondition, findOperandModule, formatOperand, listOperands } from '../../fields/search/index.ts';
import {
  replaceShownItem,
  getItemLabel,
  resolveItem,
  parseFilterTree,
  useNamesById,
  type FilterGroup,
  type FilterItem,
  type FilterCondition,
} from '../../headless/index.ts';
import { LazyBoundary, Icon, createLazyComponent, t } from '../../kit/index.ts';

const ConditionEditor = createLazyComponent(async () => (await import('./filter/condition-editor.tsx')).ConditionEditor);

interface ChipProps {
  readonly label: string;
  readonly operator: string;
  readonly valueText: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Chip({ label, operator, valueText, isOpen, onOpen, onRemove }: ChipProps) {
  return (
    <span className="mv-chip">
      <button
        type="button"
        className="mv-chip-open"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('saved.editFilter', { name: [label, operator, valueText].filter((word) => word !== '').join(' ') })}
        onClick={onOpen}
      >
        <span className="mv-chip-field">{label}</span>
        {operator !== '' && <span className="mv-chip-operator">{operator}</span>}
        {valueText !== '' && <span className="mv-chip-value">{valueText}</span>}
      </button>
      <button type="button" className="mv-chip-remove" aria-label={t('views.list.removeFilter', { name: label })} onClick={onRemove}>
        <Icon of={X} size={14} />
      </button>
    </span>
  );
}

type OfModule = { readonly module: ModuleView };

function ConditionChip({
  module,
  test,
  onChange,
  onRemove,
  onBuild,
}: OfModule & {
  readonly test: FilterCondition;
  readonly onChange: (test: FilterCondition) => void;
  readonly onRemove: () => void;
  readonly onBuild: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const item = resolveItem(module, { fieldName: test.fieldName });
  const operands = listOperands(test);
  const declared = useShell().data?.userVariables ?? [];
  const related = item && findOperandModule(item, operands);
  const loaded = useNamesById(related, related === undefined ? [] : collectRecordIds(operands));
  const inner = test.related === undefined ? '' : describeGroup(test.related.group);
  const valueText =
    operands.length > 2
      ? t('views.list.chosen', { count: operands.length })
      : operands.map((operand) => formatOperand(module, item, operand, loaded, declared)).join(test.operator === 'between' ? ' – ' : ', ');
  // Conditions that do not fit in the small editor open the filter builder.
  const isSmall = item !== undefined && test.related === undefined;
  const chip = (
    <Chip
      label={item === undefined ? test.fieldName : getItemLabel(item)}
      operator={describeCondition(test, item)}
      valueText={valueText || inner}
      isOpen={isOpen}
      onOpen={() => (isSmall ? setOpen(!isOpen) : onBuild())}
      onRemove={onRemove}
    />
  );
  if (!isOpen || !isSmall) return chip;
  return (
    <>
      {chip}
      <LazyBoundary fallback={null}>
        <ConditionEditor
          module={module}
          test={test}
          onApply={(next) => {
            setOpen(false);
            onChange(next);
          }}
          onCancel={() => setOpen(false)}
        />
      </LazyBoundary>
    </>
  );
}

function countConditions(item: FilterItem): number {
  return item.kind === 'test' ? 1 : item.items.reduce((sum, one) => sum + countConditions(one), 0);
}

function describeGroup(group: FilterGroup): string {
  const count = countConditions(group);
  return t(group.combinator === 'or' ? 'saved.groupAny' : 'saved.group', { count });
}

interface FilterChipsProps extends OfModule {
  readonly terms: JsonObject;
  /** Changes the filter, computed from the last requested one. */
  readonly onChange: (edit: (terms: JsonObject) => JsonObject) => void;
  readonly onBuild: () => void;
}

/** The active filters: each opens its editor and can be removed. */
export function FilterChips({ module, terms, onChange, onBuild }: FilterChipsProps) {
  const tree = parseFilterTree(terms);
  // Alternatives are one chip: removing one of them would change the meaning of the others.
  const items: readonly FilterItem[] = tree.combinator === 'or' || tree.negated ? [tree] : tree.items;
  if (Object.keys(terms).length === 0) return null;
  const change = (item: FilterItem, next: FilterItem | undefined) => onChange((now) => replaceShownItem(now, item, next));
  return (
    <div className="mv-chips" role="group" aria-label={t('views.list.applied')}>
      {items.map((item, at) =>
        item.kind === 'test' ? (
          <ConditionChip
            key={`${at}:${item.fieldName}`}
            module={module}
            test={item}
            onChange={(next) => change(item, next)}
            onRemove={() => change(item, undefined)}
            onBuild={onBuild}
          />
        ) : (
          <Chip
            key={at}
            label={item.negated ? t('saved.none') : t(item.combinator === 'or' ? 'saved.any' : 'saved.all')}
            operator=""
            valueText={describeGroup(item)}
            isOpen={false}
            onOpen={onBuild}
            onRemove={() => change(item, undefined)}
          />
        ),
      )}
    </div>
  );
}
