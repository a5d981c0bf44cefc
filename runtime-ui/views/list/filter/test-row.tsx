import { Select } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import type { ModuleView } from '#engine/model';
import { choiceOfTest, filterItems, labelOfItem, newGroup, relatedModules, resolveItem, testChoices, useModuleSummaries, type FilterTest, type LayoutItem, type TestChoice } from '../../../headless/index.ts';
import { Icon, t } from '../../../kit/index.ts';
import { OperandInput } from './operand-input.tsx';
import { wordsOfChoice, wordsOfTest } from './operand-words.ts';

const CHEVRON = <Icon of={ChevronDown} />;

interface TestRowProps {
  readonly module: ModuleView;
  readonly test: FilterTest;
  readonly onChange: (test: FilterTest) => void;
}

/** The condition that a choice begins; what was filled in stays where it still fits. */
export function withChoice(test: FilterTest, choice: TestChoice, item: LayoutItem): FilterTest {
  const { related: before, ...rest } = test;
  const base = { ...rest, test: choice.test, negated: choice.negated };
  if (choice.test === 'related') {
    const [only, ...more] = relatedModules(item);
    const isFlex = item.field?.inputType === 'FlexRelate' || item.field?.inputType === 'MultiFlexRelate';
    return { ...base, operand: undefined, related: before ?? { module: isFlex ? (more.length === 0 ? only : undefined) : undefined, group: newGroup() } };
  }
  if (choice.operand !== undefined) return { ...base, operand: choice.operand };
  const { operand } = test;
  const isOne = test.test !== 'in' && test.test !== 'between' && test.test !== 'exists';
  if (choice.test === 'in') return { ...base, operand: test.test === 'in' ? operand : isOne && operand !== undefined ? [operand] : undefined };
  const wantsOne = choice.test !== 'between';
  return { ...base, operand: wantsOne && isOne ? operand : !wantsOne && test.test === 'between' ? operand : undefined };
}

/** A first condition on a field. */
export function beginTest(test: FilterTest, item: LayoutItem): FilterTest {
  const choices = testChoices(item);
  const { related: _related, ...rest } = { ...test, fieldName: item.fieldName, operand: undefined, negated: false };
  const kind = item.field?.inputType;
  const usual = choices.find((choice) => choice.id === (kind === 'Date' || kind === 'DateTime' || kind === 'Number' || kind === 'Currency' ? 'gte' : kind === 'Dropdown' || kind === 'MultiSelect' ? 'in' : kind?.startsWith('Text') === true ? 'contains' : 'equals')) ?? choices[0];
  return usual === undefined ? { ...rest, test: 'exists', operand: true } : withChoice(rest, usual, item);
}

/** The module whose records a FlexRelate's condition is about. */
function RelatedModule({ item, test, onChange }: { readonly item: LayoutItem; readonly test: FilterTest; readonly onChange: (test: FilterTest) => void }) {
  const modules = useModuleSummaries(relatedModules(item));
  if (item.field?.inputType !== 'FlexRelate' && item.field?.inputType !== 'MultiFlexRelate') return null;
  return <Select aria-label={t('saved.relatedTo')} placeholder={t('saved.relatedTo')} rightSection={CHEVRON} searchable data={modules.map((module) => ({ value: module.name, label: module.label }))} value={test.related?.module ?? null} onChange={(next) => { if (next !== null) onChange({ ...test, related: { module: next, group: newGroup() } }); }} />;
}

/** One condition: field, what is asked, and with what it is compared. */
export function TestRow({ module, test, onChange }: TestRowProps) {
  const items = useMemo(() => filterItems(module), [module]);
  const item = resolveItem(module, { fieldName: test.fieldName });
  const choices = item === undefined ? [] : testChoices(item);
  const choice = choiceOfTest(test);
  const isKnown = item !== undefined && (choice === undefined || choices.some((one) => one.id === choice.id));
  return (
    <div className="mv-test">
      <Select
        aria-label={t('saved.field')} placeholder={t('saved.field')} rightSection={CHEVRON} searchable nothingFoundMessage={t('views.fields.noMatch')} maxDropdownHeight={280} allowDeselect={false}
        data={items.map((one) => ({ value: one.fieldName, label: labelOfItem(one) }))} value={item === undefined ? null : test.fieldName}
        onChange={(name) => { const next = items.find((one) => one.fieldName === name); if (next !== undefined) onChange(beginTest(test, next)); }}
      />
      {item !== undefined && (
        <Select
          aria-label={t('saved.operator')} rightSection={CHEVRON} allowDeselect={false} maxDropdownHeight={280}
          data={[...choices.map((one) => ({ value: one.id, label: wordsOfChoice(one.id, item) })), ...(choice === undefined ? [{ value: 'program', label: wordsOfTest(test, item) }] : [])]} value={choice?.id ?? 'program'}
          onChange={(id) => { const next = choices.find((one) => one.id === id); if (next !== undefined) onChange(withChoice(test, next, item)); }}
        />
      )}
      <div className="mv-operand">
        {item !== undefined && isKnown && test.test === 'related' && <RelatedModule item={item} test={test} onChange={onChange} />}
        {item !== undefined && isKnown && choice !== undefined && <OperandInput key={`${test.fieldName}:${test.test}`} module={module} item={item} test={test} onChange={(operand) => onChange({ ...test, operand })} />}
        {choice === undefined && item !== undefined && <span className="ms-muted">{t('saved.byProgram')}</span>}
      </div>
    </div>
  );
}
