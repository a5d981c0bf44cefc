import { X } from 'lucide-react';
import { useState } from 'react';
import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import {
  parseFilterTree,
  replaceShownItem,
  useNoteFilter,
  type FilterCondition,
  type FilterItem,
  type ListHandle,
} from '../../headless/index.ts';
import { LazyBoundary, Icon, createLazyComponent, t } from '../../kit/index.ts';
import { describeGroup, useConditionText } from './condition-text.ts';

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
  const text = useConditionText(module, test);
  // Conditions that do not fit in the small editor open the filter builder.
  const isSmall = text.isKnown && test.related === undefined;
  const chip = (
    <Chip
      label={text.label}
      operator={text.operator}
      valueText={text.value}
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

interface TermChipsProps extends OfModule {
  readonly terms: JsonObject;
  /** Changes the filter, computed from the last requested one. */
  readonly onChange: (edit: (terms: JsonObject) => JsonObject) => void;
  readonly onBuild: () => void;
}

/** The active filters of a list, noted for the filters that are offered again. */
export function FilterChips({ module, list, onBuild }: OfModule & { readonly list: ListHandle; readonly onBuild: () => void }) {
  const { terms } = list.state;
  useNoteFilter(module, terms);
  return (
    <TermChips module={module} terms={terms} onChange={(edit) => list.change((now) => ({ terms: edit(now.terms) }))} onBuild={onBuild} />
  );
}

/** The conditions of a filter: each opens its editor and can be removed. */
export function TermChips({ module, terms, onChange, onBuild }: TermChipsProps) {
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
