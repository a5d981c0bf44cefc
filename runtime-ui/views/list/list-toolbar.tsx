import { ArrowDown, ArrowUp, ArrowUpDown, Check, Columns3, ListFilter, Rows3, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ModuleView } from '#engine/model';
import type { ListHandle } from '../../headless/index.ts';
import { Button, Icon, inSentence, Menu, t, useBreakpoint } from '../../kit/index.ts';
import { DENSITIES, type Density } from '../grid/densities.ts';
import { ColumnChoice } from './column-choice.tsx';
import { TermChips } from './term-chips.tsx';

interface ListToolbarProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  readonly onFilter: () => void;
  readonly isFiltering: boolean;
}

/** Words over the searchable fields; asked for 300 ms after the last key. */
function WordSearch({ module, list }: Pick<ListToolbarProps, 'module' | 'list'>) {
  const { words } = list.state;
  const [typed, setTyped] = useState(words);
  const [last, setLast] = useState(words);
  if (last !== words) {
    setLast(words);
    setTyped(words);
  }
  const { change } = list;
  useEffect(() => {
    if (typed === words) return;
    const timer = setTimeout(() => change({ words: typed }), 300);
    return () => clearTimeout(timer);
  }, [typed, words, change]);
  const label = t('views.list.search', { module: inSentence(module.label) });
  const isPhone = useBreakpoint() === 'phone';
  return (
    <label className="mv-words">
      <Icon of={Search} size={14} />
      <input type="search" aria-label={label} placeholder={isPhone ? t('actions.search') : label} value={typed} maxLength={200} onChange={(event) => setTyped(event.currentTarget.value)} onKeyDown={(event) => { if (event.key === 'Enter') change({ words: typed }); }} />
    </label>
  );
}

function SortMenu({ list }: Pick<ListToolbarProps, 'list'>) {
  const { state, columns, change } = list;
  const sortable = columns.filter((column) => column.sortable);
  const chosen = sortable.find((column) => column.item.fieldName === state.sortField);
  const other = state.sortOrder === 'asc' ? 'desc' : 'asc';
  const orders = { id: 'order', items: (['asc', 'desc'] as const).map((order) => ({ id: order, label: t(order === 'asc' ? 'views.list.ascending' : 'views.list.descending'), icon: order === 'asc' ? ArrowUp : ArrowDown, trailing: order === state.sortOrder ? <Icon of={Check} size={14} label={t('views.fields.yes')} /> : undefined, onSelect: () => { if (order === other) change({ sortOrder: order }); } })) };
  const fields = { id: 'fields', label: t('views.list.sortBy'), items: sortable.map((column) => ({ id: column.item.fieldName, label: column.item.label, trailing: column === chosen ? <Icon of={Check} size={14} label={t('views.fields.yes')} /> : undefined, onSelect: () => change({ sortField: column.item.fieldName }) })) };
  return <Menu label={t('views.list.sort')} groups={[fields, orders]} target={<Button variant="quiet" size="sm" icon={ArrowUpDown}>{chosen?.item.label ?? t('views.list.sort')}</Button>} />;
}

function DensityMenu({ density, onDensity }: Pick<ListToolbarProps, 'density' | 'onDensity'>) {
  const words = { dense: t('views.list.dense'), normal: t('views.list.normal'), roomy: t('views.list.roomy') };
  const items = DENSITIES.map((one) => ({ id: one, label: words[one], trailing: one === density ? <Icon of={Check} size={14} label={t('views.fields.yes')} /> : undefined, onSelect: () => onDensity(one) }));
  return <Menu label={t('views.list.density')} width={160} groups={[{ id: 'density', items }]} target={<Button variant="quiet" size="sm" icon={Rows3}>{words[density]}</Button>} />;
}

/** Filters in force at the left; order, columns and row height at the right. */
export function ListToolbar({ module, list, density, onDensity, onFilter, isFiltering }: ListToolbarProps) {
  const isPhone = useBreakpoint() === 'phone';
  const isSearchable = module.fields.some((field) => field.searchable === true);
  return (
    <div className="mv-toolbar" role="toolbar" aria-label={t('views.list.actions')}>
      <TermChips module={module} list={list} />
      <Button variant="quiet" size="sm" icon={ListFilter} aria-expanded={isFiltering} onClick={onFilter}>{t('views.list.filter')}</Button>
      {isSearchable && <WordSearch module={module} list={list} />}
      <span className="mv-spacer" />
      <SortMenu list={list} />
      {!isPhone && <ColumnChoice list={list} icon={Columns3} />}
      {!isPhone && <DensityMenu density={density} onDensity={onDensity} />}
    </div>
  );
}
