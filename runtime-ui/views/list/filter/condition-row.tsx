import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { describeCondition, OperandInput, operatorLabel } from '../../../fields/search/index.ts';
import {
  findOperatorChoice,
  filterItems,
  getItemLabel,
  createGroup,
  relatedModules,
  resolveItem,
  listOperatorChoices,
  useModuleSummaries,
  type FilterCondition,
  type LayoutItem,
  type OperatorChoice,
} from '../../../headless/index.ts';
import { Icon, t } from '../../../kit/index.ts';

const CHEVRON = <Icon of={ChevronDown} />;

interface ConditionRowProps {
  readonly module: ModuleView;
  readonly test: FilterCondition;
  readonly onChange: (test: FilterCondition) => void;
}

/** Applies an operator to a condition; the operand is kept where it is still valid. */
export function applyOperator(test: FilterCondition, choice: OperatorChoice, item: LayoutItem): FilterCondition {
  const { related: before, ...rest } = test;
  const base = { ...rest, operator: choice.operator, negated: choice.negated };
  if (choice.operator === 'related') {
    const [only, ...more] = relatedModules(item);
    const isFlex = item.field?.inputType === 'FlexRelate' || item.field?.inputType === 'MultiFlexRelate';
    return {
      ...base,
      operand: undefined,
      related: before ?? { module: isFlex ? (more.length === 0 ? only : undefined) : undefined, group: createGroup() },
    };
  }
  if (choice.operand !== undefined) return { ...base, operand: choice.operand };
  const { operand } = test;
  const isOne = test.operator !== 'in' && test.operator !== 'between' && test.operator !== 'exists';
  if (choice.operator === 'in')
    return { ...base, operand: test.operator === 'in' ? operand : isOne && operand !== undefined ? [operand] : undefined };
  const wantsOne = choice.operator !== 'between';
  return { ...base, operand: wantsOne && isOne ? operand : !wantsOne && test.operator === 'between' ? operand : undefined };
}

/** Moves the condition to another field, with that field's default operator. */
export function withField(test: FilterCondition, item: LayoutItem): FilterCondition {
  const choices = listOperatorChoices(item);
  const { related: _related, ...rest } = { ...test, fieldName: item.fieldName, operand: undefined, negated: false };
  const kind = item.field?.inputType;
  const usual =
    choices.find(
      (choice) =>
        choice.id ===
        (kind === 'Date' || kind === 'DateTime' || kind === 'Number' || kind === 'Currency'
          ? 'gte'
          : kind === 'Dropdown' || kind === 'MultiSelect'
            ? 'in'
            : kind?.startsWith('Text') === true
              ? 'contains'
              : 'equals'),
    ) ?? choices[0];
  return usual === undefined ? { ...rest, operator: 'exists', operand: true } : applyOperator(rest, usual, item);
}

/** Selects the module of a FlexRelate condition. */
function RelatedModule({
  item,
  test,
  onChange,
}: {
  readonly item: LayoutItem;
  readonly test: FilterCondition;
  readonly onChange: (test: FilterCondition) => void;
}) {
  const modules = useModuleSummaries(relatedModules(item));
  if (item.field?.inputType !== 'FlexRelate' && item.field?.inputType !== 'MultiFlexRelate') return null;
  return (
    <Select
      aria-label={t('saved.relatedTo')}
      placeholder={t('saved.relatedTo')}
      rightSection={CHEVRON}
      searchable
      data={modules.map((module) => ({ value: module.name, label: module.label }))}
      value={test.related?.module ?? null}
      onChange={(next) => {
        if (next !== null) onChange({ ...test, related: { module: next, group: createGroup() } });
      }}
    />
  );
}

/** One condition: field, operator, and operand. */
export function ConditionRow({ module, test, onChange }: ConditionRowProps) {
  const items = useMemo(() => filterItems(module), [module]);
  const item = resolveItem(module, { fieldName: test.fieldName });
  const choices = item === undefined ? [] : listOperatorChoices(item);
  const choice = findOperatorChoice(test);
  const isKnown = item !== undefined && (choice === undefined || choices.some((one) => one.id === choice.id));
  return (
    <div className="mv-condition">
      <Select
        className="mv-condition-field"
        // The first one has the focus when a dialog with conditions opens. Its options open when the user types or clicks: they would cover
        // the other conditions.
        data-autofocus
        openOnFocus={false}
        aria-label={t('saved.field')}
        placeholder={t('saved.field')}
        rightSection={CHEVRON}
        searchable
        nothingFoundMessage={t('views.fields.noMatch')}
        maxDropdownHeight={280}
        allowDeselect={false}
        data={items.map((one) => ({ value: one.fieldName, label: getItemLabel(one) }))}
        value={item === undefined ? null : test.fieldName}
        onChange={(name) => {
          const next = items.find((one) => one.fieldName === name);
          if (next !== undefined) onChange(withField(test, next));
        }}
      />
      {item !== undefined && (
        <Select
          aria-label={t('saved.operator')}
          rightSection={CHEVRON}
          allowDeselect={false}
          maxDropdownHeight={280}
          data={[
            ...choices.map((one) => ({ value: one.id, label: operatorLabel(one.id, item) })),
            ...(choice === undefined ? [{ value: 'program', label: describeCondition(test, item) }] : []),
          ]}
          value={choice?.id ?? 'program'}
          onChange={(id) => {
            const next = choices.find((one) => one.id === id);
            if (next !== undefined) onChange(applyOperator(test, next, item));
          }}
        />
      )}
      <div className="mv-operand">
        {item !== undefined && isKnown && test.operator === 'related' && <RelatedModule item={item} test={test} onChange={onChange} />}
        {item !== undefined && isKnown && choice !== undefined && (
          <OperandInput
            key={`${test.fieldName}:${test.operator}`}
            module={module}
            item={item}
            test={test}
            onChange={(operand) => onChange({ ...test, operand })}
          />
        )}
        {choice === undefined && item !== undefined && <span className="ms-muted">{t('saved.byProgram')}</span>}
      </div>
    </div>
  );
}
