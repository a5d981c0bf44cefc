import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ModuleView } from '#engine/model/wire';
import { moduleRoute, useSession, type ApiError } from '../../client/index.ts';
import {
  FIT_PAGE_SIZE,
  fetchListPage,
  isColumnPreferences,
  listViewTabs,
  NO_PREFERENCES,
  useInterruptedDialog,
  useLocalPreference,
  useList,
  useListCache,
  useSavedViews,
  useSelection,
  type NamedDialogDraft,
  type ListHandle,
  type Selection,
} from '../../headless/index.ts';
import {
  LazyBoundary,
  ErrorState,
  createLazyComponent,
  LinkProvider,
  LoadingProgress,
  NOTICE_DURATIONS,
  showNotice,
  SkeletonRows,
  t,
  useBreakpoint,
  useDelayed,
} from '../../kit/index.ts';
import { withRequirementFields } from '../field-update/requirement-fields.ts';
import { isDensity, ROW_HEIGHTS, type Density } from '../grid/densities.ts';
import type { ListResult } from '../grid/grid-source.ts';
import { preloadRecordPage } from '../lazy-views.tsx';
import { ListParts } from '../list-parts.tsx';
import { useUrlParams } from '../use-url-params.ts';
import { usePageShortcuts } from '../use-page-shortcuts.ts';
import { useRecordNavigation, useNavigateFromList } from '../record-pager/use-navigate-from-list.ts';
import { ListHeader } from './list-header.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { usePageSize } from './use-page-size.ts';
import { ViewProblems } from './view-problems.tsx';

const RecordGrid = createLazyComponent(async () => (await import('../grid/record-grid.tsx')).RecordGrid, 'first');
const CardList = createLazyComponent(async () => (await import('./card-list.tsx')).CardList, 'place');
const EmptyList = createLazyComponent(async () => (await import('./empty-list.tsx')).EmptyList, 'place');
const ListFooter = createLazyComponent(async () => (await import('./list-footer.tsx')).ListFooter, 'first');
const ListBulkBar = createLazyComponent(async () => (await import('./list-bulk-bar.tsx')).ListBulkBar);
const ViewTypeBody = createLazyComponent(async () => (await import('./view-type-body.tsx')).ViewTypeBody, 'place');
const GroupedList = createLazyComponent(async () => (await import('./grouped-list.tsx')).GroupedList, 'place');
const FilterBuilder = createLazyComponent(async () => (await import('./filter/filter-builder.tsx')).FilterBuilder);
const FilterPanel = createLazyComponent(async () => (await import('./filter-panel.tsx')).FilterPanel, 'place');

/** In the place of the footer: the rows fill the height above it. */
const EMPTY_FOOTER = <footer className="mv-footer" />;

/** Milliseconds after the first rows until the record page is preloaded. */
const PRELOAD_DELAY_MS = 500;

/** The last result and the loading state. */
interface ListStatus {
  readonly isLoading: boolean;
  readonly result: ListResult | undefined;
  readonly error: ApiError | undefined;
}

function useStatus() {
  const [status, setStatus] = useState<ListStatus>({ isLoading: true, result: undefined, error: undefined });
  const onLoading = useCallback(() => setStatus((before) => (before.isLoading ? before : { ...before, isLoading: true })), []);
  const onError = useCallback((error: ApiError) => setStatus((before) => ({ ...before, isLoading: false, error })), []);
  const onLoaded = useCallback((result: ListResult) => {
    setStatus({ isLoading: false, result, error: undefined });
    for (const warning of result.warnings)
      showNotice({ id: `list-${warning.code}`, kind: 'warning', text: warning.text, duration: NOTICE_DURATIONS.teams });
  }, []);
  return { status, onLoading, onLoaded, onError };
}

interface BodyProps {
  readonly module: ModuleView;
  readonly list: ListHandle;
  readonly selection: Selection;
  readonly density: Density;
  readonly revision: number;
  readonly statusHandle: ReturnType<typeof useStatus>;
  readonly onRetry: () => void;
  readonly onOpen: (id: string) => void;
  readonly onEdit: (id: string) => void;
}

/** The table, or the empty or error state. */
function GridBody({ module, list, selection, density, revision, statusHandle, onRetry, onOpen, onEdit }: BodyProps) {
  const [preferences] = useLocalPreference(`${module.name}.columns`, NO_PREFERENCES, isColumnPreferences);
  const { status, onLoading, onLoaded, onError } = statusHandle;
  const isEmpty = status.result?.total === 0 && status.error === undefined;
  return (
    <>
      <LazyBoundary fallback={<SkeletonRows rows={20} columns={6} height={ROW_HEIGHTS[density]} />}>
        <RecordGrid
          module={module}
          list={list}
          savedWidths={preferences.widths}
          selection={selection}
          density={density}
          revision={revision}
          onOpen={onOpen}
          onEdit={onEdit}
          onLoading={onLoading}
          onLoaded={onLoaded}
          onError={onError}
        />
      </LazyBoundary>
      {isEmpty && (
        <div className="mv-over">
          <LazyBoundary fallback={null}>
            <EmptyList module={module} list={list} />
          </LazyBoundary>
        </div>
      )}
      {status.error !== undefined && (
        <div className="mv-over">
          <ErrorState
            title={t('views.list.failed', { module: module.label })}
            text={status.error.message}
            code={status.error.code}
            onRetry={onRetry}
          />
        </div>
      )}
    </>
  );
}

/** The list in groups, also on a phone. */
function GroupBody({ module, list, selection, density, revision, statusHandle }: BodyProps) {
  const [preferences] = useLocalPreference(`${module.name}.columns`, NO_PREFERENCES, isColumnPreferences);
  const { onLoading, onLoaded, onError } = statusHandle;
  const { groupBy } = list.state;
  if (groupBy === null) return null;
  return (
    <LazyBoundary fallback={<SkeletonRows rows={12} columns={4} height={ROW_HEIGHTS[density]} />}>
      <GroupedList
        module={module}
        list={list}
        groupBy={groupBy}
        savedWidths={preferences.widths}
        selection={selection}
        density={density}
        revision={revision}
        onLoading={onLoading}
        onLoaded={onLoaded}
        onError={onError}
      />
    </LazyBoundary>
  );
}

/** Whether the filter builder is open, and the dialog that was interrupted: it is open again, with the records that it was opened for. */
function useRestorableDialogs(module: ModuleView, selection: Selection) {
  const [isBuilding, setBuilding] = useState(false);
  const [restoredDialog, setRestoredDialog] = useState<NamedDialogDraft>();
  useInterruptedDialog(module.name, (dialog) => {
    setRestoredDialog(dialog);
    if (dialog.name === 'filter') setBuilding(true);
    else selection.set(dialog.ids);
  });
  const endDialog = () => setRestoredDialog(undefined);
  const endBuilding = () => {
    setBuilding(false);
    endDialog();
  };
  return { isBuilding, setBuilding, restoredDialog, endBuilding, endDialog };
}

/** Prefetches the first rows while the code of the table is loading; the table's own request then uses the same cache entry. */
function usePrefetchedRows(module: ModuleView, { query, state: { page, pageSize } }: ListHandle, isTable: boolean): void {
  const client = useListCache();
  useEffect(() => {
    if (isTable) fetchListPage(client, module, query, page, pageSize).catch(() => undefined);
  }, [isTable, client, module, query, page, pageSize]);
}

/** The records that are not in a table: by a view type, in groups, or as cards. */
function ListBody(props: BodyProps) {
  const { module, list, selection, revision, onOpen, statusHandle } = props;
  const { onLoading, onLoaded, onError } = statusHandle;
  if (list.state.viewType !== null)
    return (
      <LazyBoundary key="view-type" fallback={<SkeletonRows rows={8} columns={5} height={84} />}>
        <ViewTypeBody
          module={module}
          list={list}
          revision={revision}
          onOpen={onOpen}
          onLoading={onLoading}
          onLoaded={onLoaded}
          onError={onError}
        />
      </LazyBoundary>
    );
  if (list.state.groupBy !== null) return <GroupBody {...props} />;
  return (
    <LazyBoundary key="cards" fallback={<SkeletonRows rows={8} height={84} columns={1} />}>
      <CardList module={module} list={list} selection={selection} onLoaded={onLoaded} onLoading={onLoading} onError={onError} />
    </LazyBoundary>
  );
}

/** A list with its bars: tabs, filters, table or cards, paging, and bulk actions. */
function OpenList({ module }: { readonly module: ModuleView }) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const isPhone = useBreakpoint() === 'phone';
  const [urlParams, changeAddress] = useUrlParams();
  const views = useSavedViews(module.name).data;
  const listed = useList(module, urlParams, changeAddress, views);
  const fullQuery = useMemo(() => withRequirementFields(module, listed.query), [module, listed.query]);
  const selection = useSelection();
  const [savedDensity, saveDensity] = useLocalPreference<Density>('density', 'normal', isDensity);
  const density = listed.state.density ?? savedDensity;
  const isGrid = listed.state.viewType === null && listed.state.groupBy === null && !isPhone;
  const minimum = module.layouts.grid?.pageSize ?? module.pageSize;
  const { box, pageSize } = usePageSize(listed, isGrid, ROW_HEIGHTS[density], minimum);
  const list = { ...listed, query: fullQuery, state: { ...listed.state, pageSize: pageSize ?? minimum } };
  const [isFiltering, setFiltering] = useState(false);
  // True after the first selection: a running bulk action continues when the selection is cleared.
  const [hasSelected, setWorking] = useState(false);
  if (selection.count > 0 && !hasSelected) setWorking(true);
  const { isBuilding, setBuilding, restoredDialog, endBuilding, endDialog } = useRestorableDialogs(module, selection);
  const [revision, setRevision] = useState(0);
  const statusHandle = useStatus();
  const { status } = statusHandle;
  const isSettled = status.result !== undefined || status.error !== undefined;
  const isIdle = useDelayed(isSettled, PRELOAD_DELAY_MS);
  useEffect(() => {
    if (isIdle) preloadRecordPage();
  }, [isIdle]);
  usePrefetchedRows(module, list, isGrid && (pageSize ?? 0) > 0);
  const retry = useCallback(() => setRevision((before) => before + 1), []);
  const hasViewType = list.state.viewType !== null;
  const isGrouped = !hasViewType && list.state.groupBy !== null;
  // Groups, columns and days load their own records: the record pager determines which of them contains the record.
  const navigateFromList = useNavigateFromList({ module: module.name, ...(hasViewType || isGrouped ? {} : { query: list.query }) });
  const { open, edit } = useRecordNavigation(module.name, navigateFromList);
  const within = useMemo(
    () => (list.view === undefined ? (listViewTabs(module).find((tab) => tab.name === list.state.view)?.terms ?? {}) : {}),
    [list.view, list.state.view, module],
  );
  usePageShortcuts({
    n: module.rights.create ? () => void navigate(`${moduleRoute(module.name, user)}/new`) : undefined,
    f: () => setFiltering(true),
    escape: selection.count > 0 ? selection.clear : undefined,
  });
  const body: BodyProps = { module, list, selection, density, revision, statusHandle, onRetry: retry, onOpen: open, onEdit: edit };
  return (
    <LinkProvider goTo={navigateFromList}>
      <div className="mv-page">
        <LoadingProgress active={status.isLoading} onRetry={retry} />
        <ListHeader module={module} list={list} total={status.result?.total} isSettled={isSettled} />
        <ListParts module={module.name} />
        <ListToolbar
          module={module}
          list={list}
          isSettled={isSettled}
          density={density}
          onDensity={(next) => (list.view === undefined ? saveDensity(next) : list.change({ density: next }))}
          onFilter={() => setFiltering(!isFiltering)}
          onBuild={() => setBuilding(true)}
          isFiltering={isFiltering}
        />
        <ViewProblems module={module} list={list} requestedView={urlParams.get('view')} />
        {isFiltering && (
          <LazyBoundary fallback={null}>
            <FilterPanel module={module} list={list} onClose={() => setFiltering(false)} />
          </LazyBoundary>
        )}
        {isBuilding && (
          <LazyBoundary fallback={null}>
            <FilterBuilder
              module={module}
              terms={list.state.terms}
              within={within}
              restored={restoredDialog?.name === 'filter' ? restoredDialog : undefined}
              onApply={(terms) => {
                endBuilding();
                list.change({ terms });
              }}
              onCancel={endBuilding}
            />
          </LazyBoundary>
        )}
        {isGrid ? (
          <div ref={box} className="mv-body">
            {pageSize !== undefined && <GridBody {...body} />}
          </div>
        ) : (
          <ListBody {...body} />
        )}
        {isGrid && (
          <LazyBoundary fallback={EMPTY_FOOTER}>
            {isSettled ? <ListFooter list={list} result={status.result} isFit={listed.state.pageSize === FIT_PAGE_SIZE} /> : EMPTY_FOOTER}
          </LazyBoundary>
        )}
        {hasSelected && (
          <LazyBoundary fallback={null}>
            <ListBulkBar
              module={module}
              list={list}
              selection={selection}
              total={status.result?.total ?? 0}
              restoredDialog={restoredDialog}
              onChanged={retry}
              onDialogEnd={endDialog}
            />
          </LazyBoundary>
        )}
      </div>
    </LinkProvider>
  );
}

/** The list of a module. It waits for the saved views, which determine the initial view; they are requested together with the module. */
export function ListScreen({ module }: { readonly module: ModuleView }) {
  const views = useSavedViews(module.name);
  if (views.isPending) return <ListSkeleton />;
  return <OpenList module={module} />;
}

function ListSkeleton() {
  return (
    <div className="mv-page">
      <LoadingProgress active />
      <div className="ms-page-header" />
      <div className="mv-toolbar" />
      <SkeletonRows rows={16} columns={6} />
    </div>
  );
}
