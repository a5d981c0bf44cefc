import { X } from 'lucide-react';
import { useState } from 'react';
import type { ModuleView } from '#engine/model';
import { exchangeItem, isRelating, labelOfItem, resolveItem, treeOf, useNamesOf, type FilterGroup, type FilterItem, type FilterTest, type ListHandle } from '../../headless/index.ts';
import { Awaiting, Icon, lazily, t } from '../../kit/index.ts';
import { idsOf, operandsOf, wordsOfOperand, wordsOfTest } from './filter/operand-words.ts';

const TestEditor = lazily(async () => (await import('./filter/test-editor.tsx')).TestEditor);

interface ChipProps {
  readonly label: string;
  readonly operator: string;
  readonly words: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Chip({ label, operator, words, isOpen, onOpen, onRemove }: ChipProps) {
  return (
    <span className="mv-chip">
      <button type="button" className="mv-chip-open" aria-haspopup="dialog" aria-expanded={isOpen} aria-label={t('saved.editFilter', { name: [label, operator, words].filter((word) => word !== '').join(' ') })} onClick={onOpen}>
        <span className="mv-chip-field">{label}</span>
        {operator !== '' && <span className="mv-chip-operator">{operator}</span>}
        {words !== '' && <span className="mv-chip-value">{words}</span>}
      </button>
      <button type="button" className="mv-chip-remove" aria-label={t('views.list.removeFilter', { name: label })} onClick={onRemove}><Icon of={X} size={14} /></button>
    </span>
  );
}

type OfModule = { readonly module: ModuleView };

function TestChip({ module, test, onChange, onRemove, onBuild }: OfModule & { readonly test: FilterTest; readonly onChange: (test: FilterTest) => void; readonly onRemove: () => void; readonly onBuild: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const item = resolveItem(module, { fieldName: test.fieldName });
  const operands = operandsOf(test);
  const isRelate = item?.field !== undefined && isRelating(item.field);
  const names = useNamesOf(isRelate ? item.field?.refs[0] : undefined, isRelate ? idsOf(operands) : []);
  const inner = test.related === undefined ? '' : wordsOfGroup(test.related.group);
  const words = operands.length > 2 ? t('views.list.chosen', { count: operands.length }) : operands.map((operand) => wordsOfOperand(module, item, operand, names)).join(test.test === 'between' ? ' – ' : ', ');
  // What cannot be edited in a small sheet is edited where there is room.
  const isSmall = item !== undefined && test.related === undefined;
  const chip = <Chip label={item === undefined ? test.fieldName : labelOfItem(item)} operator={wordsOfTest(test, item)} words={words || inner} isOpen={isOpen} onOpen={() => (isSmall ? setOpen(!isOpen) : onBuild())} onRemove={onRemove} />;
  if (!isOpen || !isSmall) return chip;
  return (
    <>
      {chip}
      <Awaiting fallback={null}><TestEditor module={module} test={test} onApply={(next) => { setOpen(false); onChange(next); }} onCancel={() => setOpen(false)} /></Awaiting>
    </>
  );
}

function countTests(item: FilterItem): number {
  return item.kind === 'test' ? 1 : item.items.reduce((sum, one) => sum + countTests(one), 0);
}

function wordsOfGroup(group: FilterGroup): string {
  const count = countTests(group);
  return t(group.join === 'or' ? 'saved.groupAny' : 'saved.group', { count });
}

/** The filters in force: each opens its editor and has a cross. */
export function TermChips({ module, list, onBuild }: OfModule & { readonly list: ListHandle; readonly onBuild: () => void }) {
  const { terms } = list.state;
  const tree = treeOf(terms);
  // Alternatives stand together: without one of them the others would mean something else.
  const items: readonly FilterItem[] = tree.join === 'or' || tree.negated ? [tree] : tree.items;
  if (Object.keys(terms).length === 0) return null;
  const change = (item: FilterItem, next: FilterItem | undefined) => list.change((now) => ({ terms: exchangeItem(now.terms, item, next) }));
  return (
    <div className="mv-chips" role="group" aria-label={t('views.list.applied')}>
      {items.map((item, at) => (item.kind === 'test'
        ? <TestChip key={`${at}:${item.fieldName}`} module={module} test={item} onChange={(next) => change(item, next)} onRemove={() => change(item, undefined)} onBuild={onBuild} />
        : <Chip key={at} label={item.negated ? t('saved.none') : t(item.join === 'or' ? 'saved.any' : 'saved.all')} operator="" words={wordsOfGroup(item)} isOpen={false} onOpen={onBuild} onRemove={() => change(item, undefined)} />))}
    </div>
  );
}
