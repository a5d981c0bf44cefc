import { lazy, Suspense, useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ModuleView } from '#engine/model';
import { moduleRoute, recordRoute, useSession, type ApiError } from '../../client/index.ts';
import { isColumnPreferences, NO_PREFERENCES, useKeptChoice, useList, useSelection, type ListHandle, type Selection } from '../../headless/index.ts';
import { ErrorState, LoadingProgress, NOTICE_DURATIONS, showNotice, SkeletonRows, t, useBreakpoint } from '../../kit/index.ts';
import { isDensity, ROW_HEIGHTS, type Density } from '../grid/densities.ts';
import type { ListAnswer } from '../grid/grid-source.ts';
import { useKeys } from '../use-keys.ts';
import { CardList } from './card-list.tsx';
import { ListBulkBar } from './list-bulk-bar.tsx';
import { ListFooter } from './list-footer.tsx';
import { ListHeader } from './list-header.tsx';
import { EmptyList } from './empty-list.tsx';
import { ListToolbar } from './list-toolbar.tsx';

const RecordGrid = lazy(async () => ({ default: (await import('../grid/record-grid.tsx')).RecordGrid }));
const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));

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
      <Suspense fallback={<SkeletonRows rows={20} columns={6} height={ROW_HEIGHTS[density]} />}>
        <RecordGrid module={module} list={list} keptWidths={preferences.widths} selection={selection} density={density} revision={revision} onOpen={onOpen} onEdit={onEdit} onAsk={onAsk} onAnswer={onAnswer} onFailure={onFailure} />
      </Suspense>
      {isEmpty && <div className="mv-over"><EmptyList module={module} list={list} /></div>}
      {status.failure !== undefined && <div className="mv-over"><ErrorState title={t('views.list.failed', { module: module.label })} text={status.failure.message} code={status.failure.code} onRetry={onRetry} /></div>}
    </div>
  );
}

/** A list with its bars: tabs, filters, table or cards, paging, and the bar of what is selected. */
export function ListScreen({ module }: { readonly module: ModuleView }) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const isPhone = useBreakpoint() === 'phone';
  const [address, setAddress] = useSearchParams();
  const list = useList(module, address, useCallback((next: URLSearchParams) => setAddress(next, { replace: true }), [setAddress]));
  const selection = useSelection();
  const [density, setDensity] = useKeptChoice<Density>('density', 'normal', isDensity);
  const [isFiltering, setFiltering] = useState(false);
  const [revision, setRevision] = useState(0);
  const statusHandle = useStatus();
  const { status, onAsk, onAnswer, onFailure } = statusHandle;
  const retry = useCallback(() => setRevision((before) => before + 1), []);
  const open = useCallback((id: string) => void navigate(recordRoute(module.name, id, user)), [navigate, module.name, user]);
  const edit = useCallback((id: string) => void navigate(`${recordRoute(module.name, id, user)}/edit`), [navigate, module.name, user]);
  useKeys({
    n: module.rights.create ? () => void navigate(`${moduleRoute(module.name, user)}/new`) : undefined,
    f: () => setFiltering(true),
    escape: selection.count > 0 ? selection.clear : undefined,
  });
  return (
    <div className="mv-page">
      <LoadingProgress active={status.asking} onRetry={retry} />
      <ListHeader module={module} list={list} total={status.answer?.total} />
      <ListToolbar module={module} list={list} density={density} onDensity={setDensity} onFilter={() => setFiltering(!isFiltering)} isFiltering={isFiltering} />
      {isFiltering && <Suspense fallback={null}><FilterPanel module={module} list={list} onClose={() => setFiltering(false)} /></Suspense>}
      {isPhone
        ? <CardList module={module} list={list} onAnswer={onAnswer} onAsk={onAsk} onFailure={onFailure} />
        : <GridBody module={module} list={list} selection={selection} density={density} revision={revision} statusHandle={statusHandle} onRetry={retry} onOpen={open} onEdit={edit} />}
      {!isPhone && <ListFooter list={list} answer={status.answer} />}
      <ListBulkBar module={module} list={list} selection={selection} total={status.answer?.total ?? 0} onChanged={retry} />
    </div>
  );
}
