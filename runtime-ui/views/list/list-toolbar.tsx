import {
  ArrowDown,
  ArrowUp,
  ArrowUpDown,
  Check,
  Columns3,
  Group,
  ListFilter,
  ListPlus,
  Rows3,
  Search,
  type LucideIcon,
} from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { resolveItem, type ListHandle } from '../../headless/index.ts';
import { LazyBoundary, Button, Icon, createLazyComponent, Menu, t, useBreakpoint, Popover } from '../../kit/index.ts';
import { DENSITIES, type Density } from '../grid/densities.ts';
import { LazyViewTypeSwitch } from './lazy-view-type-switch.tsx';
import { LazyMenu } from './lazy-menu.tsx';

const ViewTypeMenu = createLazyComponent(async () => (await import('./view-type-menu.tsx')).ViewTypeMenu);
const GroupMenu = createLazyComponent(async () => (await import('./group-menu.tsx')).GroupMenu);
const FilterChips = createLazyComponent(async () => (await import('./filter-chips.tsx')).FilterChips);
const ViewChanges = createLazyComponent(async () => (await import('./view-changes.tsx')).ViewChanges);
const SortEditor = createLazyComponent(async () => (await import('./sort-editor.tsx')).SortEditor);

interface ListToolbarProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  /** Whether the first list request has completed. */
  readonly isSettled: boolean;
  readonly density: Density;
  readonly onDensity: (density: Density) => void;
  readonly onFilter: () => void;
  /** Opens the filter builder. */
  readonly onBuild: () => void;
  readonly isFiltering: boolean;
}

/** Text search in the searchable fields; sent 300 ms after the last key. */
function ListSearchInput({ module, list }: Pick<ListToolbarProps, 'module' | 'list'>) {
  const { searchText } = list.state;
  const [typed, setTyped] = useState(searchText);
  const [last, setLast] = useState(searchText);
  const [sent, setSent] = useState<string | undefined>(undefined);
  if (last !== searchText) {
    setLast(searchText);
    // The sent text may arrive in the state after more was typed.
    if (searchText !== sent) setTyped(searchText);
    setSent(undefined);
  }
  const { change } = list;
  const send = useCallback(() => {
    setSent(typed);
    change({ searchText: typed });
  }, [typed, change]);
  useEffect(() => {
    if (typed === searchText) return;
    const timer = setTimeout(send, 300);
    return () => clearTimeout(timer);
  }, [typed, searchText, send]);
  const label = t('views.list.search', { module: lowercaseLabel(module.label) });
  const isPhone = useBreakpoint() === 'phone';
  return (
    <label className="mv-list-search">
      <Icon of={Search} size={14} />
      <input
        type="search"
        aria-label={label}
        placeholder={isPhone ? t('actions.search') : label}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed !== searchText) send();
        }}
      />
    </label>
  );
}

function SortMenu({ module, list }: Pick<ListToolbarProps, 'module' | 'list'>) {
  const [isEditing, setEditing] = useState(false);
  const { state, columns, change } = list;
  const sortable = columns.filter((column) => column.sortable && (column.shown || column.item.fieldName === state.sortField));
  const chosen = sortable.find((column) => column.item.fieldName === state.sortField);
  const other = state.sortOrder === 'asc' ? 'desc' : 'asc';
  const orders = {
    id: 'order',
    items: (['asc', 'desc'] as const).map((order) => ({
      id: order,
      label: t(order === 'asc' ? 'views.list.ascending' : 'views.list.descending'),
      icon: order === 'asc' ? ArrowUp : ArrowDown,
      trailing: order === state.sortOrder ? <Icon of={Check} size={14} label={t('views.fields.yes')} /> : undefined,
      onSelect: () => {
        if (order === other) change({ sortOrder: order });
      },
    })),
  };
  const fields = {
    id: 'fields',
    label: t('views.list.sortBy'),
    items: sortable.map((column) => ({
      id: column.item.fieldName,
      label: column.item.label,
      trailing: column === chosen ? <Icon of={Check} size={14} label={t('views.fields.yes')} /> : undefined,
      onSelect: () => change({ sortField: column.item.fieldName }),
    })),
  };
  const more = { id: 'more', items: [{ id: 'more', label: `${t('saved.thenBy')}…`, icon: ListPlus, onSelect: () => setEditing(true) }] };
  const name = chosen?.item.label ?? t('views.list.sort');
  return (
    <>
      <Menu
        label={t('views.list.sort')}
        groups={[fields, orders, more]}
        target={
          <Button variant="quiet" size="sm" icon={ArrowUpDown}>
            {state.thenBy.length === 0 ? name : t('saved.moreSorts', { name, count: state.thenBy.length })}
          </Button>
        }
      />
      {isEditing && (
        <LazyBoundary fallback={null}>
          <SortEditor module={module} list={list} onClose={() => setEditing(false)} />
        </LazyBoundary>
      )}
    </>
  );
}

function DensityMenu({ density, onDensity }: Pick<ListToolbarProps, 'density' | 'onDensity'>) {
  const searchText = { dense: t('views.list.dense'), normal: t('views.list.normal'), roomy: t('views.list.roomy') };
  const items = DENSITIES.map((one) => ({
    id: one,
    label: searchText[one],
    trailing: one === density ? <Icon of={Check} size={14} label={t('views.fields.yes')} /> : undefined,
    onSelect: () => onDensity(one),
  }));
  return (
    <Menu
      label={t('views.list.density')}
      width={160}
      groups={[{ id: 'density', items }]}
      target={
        <Button variant="quiet" size="sm" icon={Rows3}>
          {searchText[density]}
        </Button>
      }
    />
  );
}

/** Selects the field for the groups of a table, the columns of a board, or the days of a calendar. */
function GroupingMenu({ module, list }: Pick<ListToolbarProps, 'module' | 'list'>) {
  const { viewType, groupBy } = list.state;
  const by = viewType?.field ?? groupBy?.field;
  const name = by === undefined ? '' : (resolveItem(module, { fieldName: by })?.label ?? by);
  const searchText =
    viewType === null
      ? by === undefined
        ? t('saved.groupBy')
        : t('saved.groupedBy', { name })
      : t(viewType.kind === 'board' ? 'saved.columnsOf' : 'saved.daysOf', { name });
  return (
    <LazyMenu
      key={viewType?.kind}
      button={
        <Button variant="quiet" size="sm" icon={Group}>
          {searchText}
        </Button>
      }
      menu={(button) =>
        viewType === null ? (
          <GroupMenu module={module} list={list} target={button} />
        ) : (
          <ViewTypeMenu module={module} list={list} viewType={viewType} target={button} />
        )
      }
    />
  );
}

/** Active filters on the left; order, columns and row height on the right. */
export function ListToolbar({ module, list, isSettled, density, onDensity, onFilter, onBuild, isFiltering }: ListToolbarProps) {
  const isPhone = useBreakpoint() === 'phone';
  const kind = list.state.viewType?.kind;
  const isSearchable = module.fields.some((field) => field.searchable === true);
  return (
    <div className="mv-toolbar" role="toolbar" aria-label={t('views.list.actions')}>
      {Object.keys(list.state.terms).length > 0 && (
        <LazyBoundary fallback={null}>
          <FilterChips module={module} list={list} onBuild={onBuild} />
        </LazyBoundary>
      )}
      <Button variant="quiet" size="sm" icon={ListFilter} aria-expanded={isFiltering} onClick={onFilter}>
        {t('views.list.filter')}
      </Button>
      <Button variant="quiet" size="sm" icon={ListPlus} aria-haspopup="dialog" onClick={onBuild}>
        {t('saved.addCondition')}
      </Button>
      {list.isChanged && (
        <LazyBoundary fallback={null}>
          <ViewChanges module={module} list={list} />
        </LazyBoundary>
      )}
      {isSearchable && <ListSearchInput module={module} list={list} />}
      <span className="mv-spacer" />
      {isPhone && <LazyViewTypeSwitch module={module} list={list} isSettled={isSettled} />}
      {kind !== 'calendar' && <SortMenu module={module} list={list} />}
      <GroupingMenu module={module} list={list} />
      {!isPhone && kind !== 'calendar' && <ColumnPicker list={list} icon={Columns3} />}
      {!isPhone && kind === undefined && <DensityMenu density={density} onDensity={onDensity} />}
    </div>
  );
}

const ColumnList = createLazyComponent(async () => (await import('./column-list.tsx')).ColumnList);

/** Selects the visible columns: stored in a saved view, otherwise per user. */
function ColumnPicker({ list, icon }: { readonly list: ListHandle; readonly icon: LucideIcon }) {
  const [opened, setOpened] = useState(false);
  const button = (
    <Button variant="quiet" size="sm" icon={icon} aria-expanded={opened} aria-haspopup="dialog" onClick={() => setOpened(!opened)}>
      {t('views.list.columns')}
    </Button>
  );
  return (
    <Popover
      target={button}
      opened={opened}
      onClose={() => setOpened(false)}
      label={t('views.list.chosenColumns')}
      width={300}
      position="bottom-end"
    >
      <LazyBoundary fallback={null}>
        <ColumnList list={list} />
      </LazyBoundary>
    </Popover>
  );
}
