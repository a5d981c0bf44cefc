import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useId, useState } from 'react';
import { lowercaseLabel } from '#engine/model/values';
import type { ModuleView, ViewGrouping } from '#engine/model/wire';
import type { ApiError } from '../../client/index.ts';
import { FieldValue, nameOfId, textOf } from '../../fields/values/index.ts';
import {
  isRelating,
  getItemLabel,
  resolveItem,
  useGroupList,
  useGroups,
  useNamesById,
  type LayoutItem,
  type ListGroup,
  type LoadedNames,
  type Selection,
} from '../../headless/index.ts';
import { Button, ErrorState, Icon, IconButton, LinkProvider, SkeletonRows, t, useBreakpoint } from '../../kit/index.ts';
import { ROW_HEIGHTS, type Density } from '../grid/densities.ts';
import type { ListResult } from '../grid/grid-source.ts';
import { RecordGrid } from '../grid/record-grid.tsx';
import { useRecordNavigation, useNavigateFromList } from '../record-pager/use-navigate-from-list.ts';
import { CardList } from './card-list.tsx';
import { EmptyList } from './empty-list.tsx';
import type { ViewTypeProps } from './view-type-props.ts';
import { useReportGroupStatus } from './use-report-list-status.ts';

/** Groups rendered at first, and added by each click on the button. */
const GROUPS_PER_STEP = 50;
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
const formatCount = (count: number) => count.toLocaleString('en-US');

interface GroupedListProps extends Omit<ViewTypeProps, 'item' | 'onOpen'> {
  readonly groupBy: ViewGrouping;
  readonly savedWidths: { readonly [fieldName: string]: number };
  readonly selection: Selection;
  readonly density: Density;
}

/** A period as text, from its first day. */
function formatPeriod(start: string, unit: ViewGrouping['unit']): string {
  const date = new Date(`${start}T00:00:00Z`);
  if (unit === 'year') return start.slice(0, 4);
  if (unit === 'quarter') return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${start.slice(0, 4)}`;
  if (unit === 'day') return DAY.format(date);
  return unit === 'week' ? `${t('saved.week')} ${DAY.format(date)}` : MONTH.format(date);
}

function GroupName({
  module,
  item,
  groupBy,
  group,
  loaded,
}: {
  readonly module: ModuleView;
  readonly item: LayoutItem;
  readonly groupBy: ViewGrouping;
  readonly group: ListGroup;
  readonly loaded: LoadedNames;
}) {
  const { value } = group;
  if (value === null || item.field === undefined)
    return <span className="ms-muted">{t('saved.noValue', { name: lowercaseLabel(item.label) })}</span>;
  if (item.part !== undefined) return <>{textOf(value).toUpperCase()}</>;
  if (isRelating(item.field)) return <>{nameOfId(loaded, textOf(value))}</>;
  if (item.field.inputType === 'Checkbox')
    return (
      <>
        {item.label}: {value === true ? t('views.fields.yes') : t('views.fields.no')}
      </>
    );
  if (typeof value === 'string' && (item.field.inputType === 'Date' || item.field.inputType === 'DateTime'))
    return <>{formatPeriod(value, groupBy.unit ?? 'month')}</>;
  return <FieldValue module={module} field={item.field} value={item.field.inputType === 'MultiSelect' ? [value] : value} />;
}

interface OpenGroupProps extends GroupedListProps {
  readonly group: ListGroup;
}

/** The records of an expanded group, with paging. */
function OpenGroup({ module, list, group, savedWidths, selection, density, revision }: OpenGroupProps) {
  const isPhone = useBreakpoint() === 'phone';
  const pageSize = list.state.pageSize === 0 ? 50 : list.state.pageSize;
  const own = useGroupList(list, group, pageSize);
  const navigateFromList = useNavigateFromList({ module: module.name, query: own.query });
  const { open, edit } = useRecordNavigation(module.name, navigateFromList);
  const [failure, setFailure] = useState<ApiError | undefined>(undefined);
  const [result, setResult] = useState<ListResult | undefined>(undefined);
  const onLoading = useCallback(() => setFailure(undefined), []);
  const total = result?.total ?? group.count;
  const { page } = own.state;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const rows = Math.max(1, Math.min(pageSize, total - page * pageSize));
  if (failure !== undefined) return <ErrorState text={failure.message} code={failure.code} onRetry={() => setFailure(undefined)} />;
  if (isPhone)
    return (
      <LinkProvider goTo={navigateFromList}>
        <CardList module={module} list={own} onLoading={onLoading} onLoaded={setResult} onError={setFailure} />
      </LinkProvider>
    );
  return (
    <LinkProvider goTo={navigateFromList}>
      <div className="mv-group-rows" style={{ height: 32 + rows * ROW_HEIGHTS[density] + 2 }}>
        <RecordGrid
          module={module}
          list={own}
          savedWidths={savedWidths}
          selection={selection}
          density={density}
          revision={revision}
          onOpen={open}
          onEdit={edit}
          onLoading={onLoading}
          onLoaded={setResult}
          onError={setFailure}
        />
      </div>
      {pages > 1 && (
        <div className="mv-group-paging">
          <IconButton
            icon={ChevronLeft}
            size="xs"
            label={t('views.list.previous')}
            disabled={page === 0}
            onClick={() => own.change({ page: page - 1 })}
          />
          <span className="ms-tabular">
            {t('views.list.page')} <strong>{formatCount(page + 1)}</strong> {t('views.list.of')} {formatCount(pages)}
          </span>
          <IconButton
            icon={ChevronRight}
            size="xs"
            label={t('views.list.next')}
            disabled={page + 1 >= pages}
            onClick={() => own.change({ page: page + 1 })}
          />
        </div>
      )}
    </LinkProvider>
  );
}

/** The groups of a list: each with its count, collapsible, with its own pages. */
export function GroupedList(props: GroupedListProps) {
  const { module, list, groupBy } = props;
  const { groups, error, refetch } = useGroups(module, list.query, groupBy);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const [drawn, setDrawn] = useState(GROUPS_PER_STEP);
  const base = useId();
  const item = resolveItem(module, { fieldName: groupBy.field });
  const isRelate = item?.field !== undefined && isRelating(item.field);
  const loaded = useNamesById(
    isRelate ? item.field?.refs[0] : undefined,
    isRelate ? (groups ?? []).slice(0, drawn).flatMap(({ value }) => (typeof value === 'string' ? [value] : [])) : [],
  );
  const total = useReportGroupStatus(props, error, groups);
  if (error) return <ErrorState title={t('saved.groupsFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (groups === undefined || item === undefined) return <SkeletonRows rows={12} columns={4} />;
  if (groups.length === 0) return <EmptyList module={module} list={list} />;
  // Initially the first group is expanded, so that records are visible.
  const isOpen = (group: ListGroup, at: number) => toggled.get(group.id) ?? at === 0;
  return (
    <div className="mv-groups">
      {groups.slice(0, drawn).map((group, at) => (
        <section key={group.id} aria-labelledby={`${base}-${at}`}>
          <h2 className="mv-group-title">
            <button
              type="button"
              id={`${base}-${at}`}
              aria-expanded={isOpen(group, at)}
              onClick={() => setToggled(new Map(toggled).set(group.id, !isOpen(group, at)))}
            >
              <Icon of={isOpen(group, at) ? ChevronDown : ChevronRight} size={14} />
              <GroupName module={module} item={item} groupBy={groupBy} group={group} loaded={loaded} />
              <span className="ms-count">{formatCount(group.count)}</span>
            </button>
          </h2>
          {isOpen(group, at) && <OpenGroup {...props} group={group} />}
        </section>
      ))}
      {groups.length > drawn && (
        <Button variant="quiet" onClick={() => setDrawn(drawn + GROUPS_PER_STEP)}>
          {t('saved.moreGroups')}
        </Button>
      )}
      <p className="mv-groups-foot" role="status">
        {t('saved.groups', { groups: formatCount(groups.length), total: formatCount(total ?? 0), module: lowercaseLabel(module.label) })} ·{' '}
        {t('saved.groupedBy', { name: getItemLabel(item) })}
      </p>
    </div>
  );
}
