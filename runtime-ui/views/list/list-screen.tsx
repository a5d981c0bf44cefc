import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ModuleView } from '#engine/model';
import { moduleRoute, useSession, type ApiError } from '../../client/index.ts';
import { fetchListPage, isColumnPreferences, listViewTabs, NO_PREFERENCES, useCutOffDialog, useKeptChoice, useList, useListCache, useSavedViews, useSelection, type KeptDialog, type ListHandle, type Selection } from '../../headless/index.ts';
import { Awaiting, ErrorState, lazily, LinkProvider, LoadingProgress, NOTICE_DURATIONS, showNotice, SkeletonRows, t, useBreakpoint, useDelayed } from '../../kit/index.ts';
import { withGateFields } from '../ask/gate-fields.ts';
import { isDensity, ROW_HEIGHTS, type Density } from '../grid/densities.ts';
import type { ListAnswer } from '../grid/grid-source.ts';
import { bringRecordPage } from '../lazy-views.tsx';
import { useAddress } from '../use-address.ts';
import { useKeys } from '../use-keys.ts';
import { useOpeners, useWalkTo } from '../walk/use-walk-to.ts';
import { ListFooter } from './list-footer.tsx';
import { ListHeader } from './list-header.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { ViewProblems } from './view-problems.tsx';

const RecordGrid = lazily(async () => (await import('../grid/record-grid.tsx')).RecordGrid, 'first');
const CardList = lazily(async () => (await import('./card-list.tsx')).CardList, 'place');
const EmptyList = lazily(async () => (await import('./empty-list.tsx')).EmptyList, 'place');
const ListBulkBar = lazily(async () => (await import('./list-bulk-bar.tsx')).ListBulkBar);
const FaceBody = lazily(async () => (await import('./face-body.tsx')).FaceBody, 'place');
const GroupedList = lazily(async () => (await import('./grouped-list.tsx')).GroupedList, 'place');
const FilterBuilder = lazily(async () => (await import('./filter/filter-builder.tsx')).FilterBuilder);
const FilterPanel = lazily(async () => (await import('./filter-panel.tsx')).FilterPanel, 'place');

/** Milliseconds after the first rows in which somebody looks for the one to open. */
const READING = 500;

/** What the last answer said, and whether one is awaited. */
interface ListStatus {
  readonly asking: boolean;
  readonly answer: ListAnswer | undefined;
  readonly failure: ApiError | undefined;
}

function useStatus() {
  const [status, setStatus] = useState<ListStatus>({ asking: true, answer: undefined, failure: undefined });
  const onAsk = useCallback(() => setStatus((before) => (before.asking ? before : { ...before, asking: true })), []);
  const onFailure = useCallback((failure: ApiError) => setStatus((before) => ({ ...before, asking: false, failure })), []);
  const onAnswer = useCallback((answer: ListAnswer) => {
    setStatus({ asking: false, answer, failure: undefined });
    for (const warning of answer.warnings) showNotice({ id: `list-${warning.code}`, kind: 'warning', text: warning.text, duration: NOTICE_DURATIONS.teams });
  }, []);
  return { status, onAsk, onAnswer, onFailure };
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

/** The table, or what stands in its place when there is nothing or it failed. */
function GridBody({ module, list, selection, density, revision, statusHandle, onRetry, onOpen, onEdit }: BodyProps) {
  const [preferences] = useKeptChoice(`${module.name}.columns`, NO_PREFERENCES, isColumnPreferences);
  const { status, onAsk, onAnswer, onFailure } = statusHandle;
  const isEmpty = status.answer?.total === 0 && status.failure === undefined;
  return (
    <div className="mv-body">
      <Awaiting fallback={<SkeletonRows rows={20} columns={6} height={ROW_HEIGHTS[density]} />}>
        <RecordGrid module={module} list={list} keptWidths={preferences.widths} selection={selection} density={density} revision={revision} onOpen={onOpen} onEdit={onEdit} onAsk={onAsk} onAnswer={onAnswer} onFailure={onFailure} />
      </Awaiting>
      {isEmpty && <div className="mv-over"><Awaiting fallback={null}><EmptyList module={module} list={list} /></Awaiting></div>}
      {status.failure !== undefined && <div className="mv-over"><ErrorState title={t('views.list.failed', { module: module.label })} text={status.failure.message} code={status.failure.code} onRetry={onRetry} /></div>}
    </div>
  );
}

/** The list in groups, on a phone too. */
function GroupBody({ module, list, selection, density, revision, statusHandle }: BodyProps) {
  const [preferences] = useKeptChoice(`${module.name}.columns`, NO_PREFERENCES, isColumnPreferences);
  const { onAsk, onAnswer, onFailure } = statusHandle;
  const { groupBy } = list.state;
  if (groupBy === null) return null;
  return (
    <Awaiting fallback={<SkeletonRows rows={12} columns={4} height={ROW_HEIGHTS[density]} />}>
      <GroupedList module={module} list={list} groupBy={groupBy} keptWidths={preferences.widths} selection={selection} density={density} revision={revision} onAsk={onAsk} onAnswer={onAnswer} onFailure={onFailure} />
    </Awaiting>
  );
}

/** A list with its bars: tabs, filters, table or cards, paging, and the bar of what is selected. */
function OpenList({ module }: { readonly module: ModuleView }) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const isPhone = useBreakpoint() === 'phone';
  const [address, changeAddress] = useAddress();
  const views = useSavedViews(module.name).data;
  const listed = useList(module, address, changeAddress, views);
  const asked = useMemo(() => withGateFields(module, listed.query), [module, listed.query]);
  const list = { ...listed, query: asked };
  const selection = useSelection();
  const [keptDensity, keepDensity] = useKeptChoice<Density>('density', 'normal', isDensity);
  const density = list.state.density ?? keptDensity;
  const [isFiltering, setFiltering] = useState(false);
  const [isBuilding, setBuilding] = useState(false);
  // From the first selection on: work goes on when what was chosen is let go.
  const [isWorking, setWorking] = useState(false);
  if (selection.count > 0 && !isWorking) setWorking(true);
  // A dialog that was cut off is open again, over the records that it was about.
  const [cutOff, setCutOff] = useState<KeptDialog>();
  useCutOffDialog(module.name, (dialog) => {
    setCutOff(dialog);
    if (dialog.name === 'filter') setBuilding(true);
    else selection.set(dialog.ids);
  });
  const endBuilding = () => { setBuilding(false); setCutOff(undefined); };
  const [revision, setRevision] = useState(0);
  const statusHandle = useStatus();
  const { status, onAsk, onAnswer, onFailure } = statusHandle;
  const hasAnswer = status.answer !== undefined || status.failure !== undefined;
  const isIdle = useDelayed(hasAnswer, READING);
  useEffect(() => { if (isIdle) bringRecordPage(); }, [isIdle]);
  const client = useListCache();
  const { query, state: { page, pageSize } } = list;
  const isTable = list.state.face === null && list.state.groupBy === null && !isPhone && pageSize > 0;
  // The first rows are on their way while the table itself is still being loaded; later it asks for the same ones itself.
  useEffect(() => { if (isTable) fetchListPage(client, module, query, page, pageSize).catch(() => undefined); }, [isTable, client, module, query, page, pageSize]);
  const retry = useCallback(() => setRevision((before) => before + 1), []);
  const isFace = list.state.face !== null;
  const isGrouped = !isFace && list.state.groupBy !== null;
  // Groups, lanes and days ask by themselves: the record finds out in which of them it was pressed.
  const walkTo = useWalkTo({ module: module.name, ...(isFace || isGrouped ? {} : { query: list.query }) });
  const { open, edit } = useOpeners(module.name, walkTo);
  const within = useMemo(() => (list.view === undefined ? (listViewTabs(module).find((tab) => tab.name === list.state.view)?.terms ?? {}) : {}), [list.view, list.state.view, module]);
  useKeys({
    n: module.rights.create ? () => void navigate(`${moduleRoute(module.name, user)}/new`) : undefined,
    f: () => setFiltering(true),
    escape: selection.count > 0 ? selection.clear : undefined,
  });
  const body: BodyProps = { module, list, selection, density, revision, statusHandle, onRetry: retry, onOpen: open, onEdit: edit };
  return (
    <LinkProvider goTo={walkTo}><div className="mv-page">
      <LoadingProgress active={status.asking} onRetry={retry} />
      <ListHeader module={module} list={list} total={status.answer?.total} hasAnswer={hasAnswer} />
      <ListToolbar module={module} list={list} hasAnswer={hasAnswer} density={density} onDensity={(next) => (list.view === undefined ? keepDensity(next) : list.change({ density: next }))} onFilter={() => setFiltering(!isFiltering)} onBuild={() => setBuilding(true)} isFiltering={isFiltering} />
      <ViewProblems module={module} list={list} asked={address.get('view')} />
      {isFiltering && <Awaiting fallback={null}><FilterPanel module={module} list={list} onClose={() => setFiltering(false)} /></Awaiting>}
      {isBuilding && <Awaiting fallback={null}><FilterBuilder module={module} terms={list.state.terms} within={within} kept={cutOff?.name === 'filter' ? cutOff : undefined} onApply={(terms) => { endBuilding(); list.change({ terms }); }} onCancel={endBuilding} /></Awaiting>}
      {isFace && <Awaiting fallback={<SkeletonRows rows={8} columns={5} height={84} />}><FaceBody module={module} list={list} revision={revision} onOpen={open} onAsk={onAsk} onAnswer={onAnswer} onFailure={onFailure} /></Awaiting>}
      {isFace ? null : isGrouped
        ? <GroupBody {...body} />
        : isPhone
          ? <Awaiting fallback={<SkeletonRows rows={8} height={84} columns={1} />}><CardList module={module} list={list} selection={selection} onAnswer={onAnswer} onAsk={onAsk} onFailure={onFailure} /></Awaiting>
          : <GridBody {...body} />}
      {!isPhone && !isGrouped && !isFace && <ListFooter list={list} answer={status.answer} />}
      {isWorking && <Awaiting fallback={null}><ListBulkBar module={module} list={list} selection={selection} total={status.answer?.total ?? 0} cutOff={cutOff} onChanged={retry} onDialogEnd={() => setCutOff(undefined)} /></Awaiting>}
    </div></LinkProvider>
  );
}

/** The list of a module. Which view opens it is known once its views are; they are asked for together with the module. */
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
