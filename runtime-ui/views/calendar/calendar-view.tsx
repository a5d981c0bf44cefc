import { useCallback, useMemo, useRef, useState, useEffect, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { FieldView, ModuleView } from '#engine/model/wire';
import { lowercaseLabel, type JsonObject } from '#engine/model/values';
import { moduleRoute, useSession, type ApiError, type RecordData, type SearchInput } from '../../client/index.ts';
import { findField, findStatusField, layoutItems, useLiveRows, useUserId, type ListHandle } from '../../headless/index.ts';
import {
  calendarTerms,
  canCreateOnDay,
  canChangeEnd,
  findEndField,
  hasTimes,
  findMoveBlock,
  buildMoveToValueChanges,
  buildDayPrefill,
  visibleRange,
  deviceTimeZone,
  dayFilter,
  useCalendar,
  useUndated,
  withoutDayFilter,
  type CalendarQuery,
  type CalendarEntry,
  type CalendarFields,
  type CalendarSpan,
  type DayMinute,
  occurrenceOf,
} from '../../headless/calendar/index.ts';
import { DragDropArea } from '../../kit/drag/index.ts';
import { Button, ErrorState, t, useBreakpoint } from '../../kit/index.ts';
import { QuickCreateDialog } from '../lazy-views.tsx';
import type { ViewTypeProps } from '../list/view-type-props.ts';
import { useReportListStatus } from '../list/use-report-list-status.ts';
import { useRefetchOnRevision } from '../list/use-refetch-on-revision.ts';
import { usePageShortcuts } from '../use-page-shortcuts.ts';
import { useToday } from '../use-today.ts';
import { AgendaList } from './agenda-list.tsx';
import { CalendarBar } from './calendar-bar.tsx';
import { CalendarEmpty } from './calendar-empty.tsx';
import { CalendarContext, type CalendarContextValue } from './calendar-context.ts';
import { DayGrid, type CalendarDaysProps } from './day-grid.tsx';
import { EntryMover } from './entry-mover.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { HourGrid } from './hour-grid.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { SeriesEditor, SeriesMover, SeriesRemover } from './series-dialogs.tsx';
import { ColorLegend } from './color-legend.tsx';
import { ModuleParts } from '../module-parts.tsx';
import { useCalendarPosition } from './use-calendar-position.ts';
import { useEntryDrag } from './use-entry-drag.tsx';
import { useEntryMoves } from './use-entry-moves.ts';
import '../styles/calendar.css';

/** Maximum number of records that are loaded per day; the others are counted and can be opened as a table. */
const MAX_ENTRIES_PER_DAY: { readonly [span in CalendarSpan]: number } = { month: 12, agenda: 30, week: 50, day: 200 };

interface CalendarBodyProps extends ViewTypeProps {
  readonly field: FieldView;
}

/** The calendar of a list: its records by one of their date fields. */
export function CalendarView(props: ViewTypeProps) {
  const { field } = props.item;
  // The list offers a calendar only for an existing field.
  return field === undefined ? null : <CalendarBody key={field.fieldName} {...props} field={field} />;
}

/** Adds a condition to the terms of a list: as a separate key if possible, so that each condition is a separate chip. */
function withTerms(terms: JsonObject, more: JsonObject): JsonObject {
  const isApart = Object.keys(more).every((name) => !Object.hasOwn(terms, name));
  return isApart ? { ...terms, ...more } : { and: [terms, more] };
}

/** Shows some records of the list as a table; Back returns to the calendar. */
function useShowAsTable(list: ListHandle, fields: CalendarFields) {
  const { change } = list;
  const show = (more: JsonObject) => change((now) => ({ viewType: null, terms: withTerms(now.terms, more) }), true);
  return { showDay: (day: string) => show(dayFilter(fields, day)), showUndated: () => show(withoutDayFilter(fields)) };
}

/** Creates a record on a day: in the quick-create dialog if it contains the date field, otherwise in the full form. */
function useCreation({ module }: ViewTypeProps, fields: CalendarFields) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const [prefill, setPrefill] = useState<JsonObject | undefined>(undefined);
  const isShort = layoutItems(module, 'quick-create').some((item) => item.fieldName === fields.field.fieldName);
  const begin = (day: string, minute?: number, until?: DayMinute) => {
    const next = buildDayPrefill(fields, day, minute, until);
    if (isShort) setPrefill(next);
    else void navigate(`${moduleRoute(module.name, user)}/new`, { state: { prefill: next } });
  };
  const close = () => setPrefill(undefined);
  const dialog = prefill && <QuickCreateDialog moduleName={module.name} prefill={prefill} onClose={close} onCreated={close} />;
  return { begin, dialog };
}

/** What an entry shows besides its name and its status: the other columns of the list. */
function useEntryItems(module: ModuleView, list: ListHandle, { field, end }: CalendarFields) {
  return useMemo(() => {
    const shownElsewhere = [module.nameField, findStatusField(module)?.fieldName, field.fieldName, end?.fieldName];
    return list.columns
      .filter((column) => column.shown && column.item.field !== undefined)
      .map((column) => column.item)
      .filter(({ fieldName }) => !shownElsewhere.includes(fieldName));
  }, [list.columns, module, field, end]);
}

/** Shown above entries that could not be loaded again. */
function StaleNotice({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <p className="mc-empty" role="alert">
      <span>{t('calendar.stale', { reason })}</span>
      <Button size="xs" variant="quiet" className="ms-link-button" onClick={onRetry}>
        {t('actions.tryAgain')}
      </Button>
    </p>
  );
}

/** Shown when no entries could be loaded. */
function LoadFailure({ module, error, onRetry }: { readonly module: ModuleView; readonly error: ApiError; readonly onRetry: () => void }) {
  return (
    <div className="mc-failed">
      <ErrorState title={t('calendar.failed', { module: module.label })} text={error.message} code={error.code} onRetry={onRetry} />
    </div>
  );
}

/** The entries of the visible days, with the moves that are being saved. */
function useEntries(module: ModuleView, query: SearchInput, fields: CalendarFields, span: CalendarSpan, at: string) {
  const range = useMemo(() => visibleRange({ span, at }), [span, at]);
  const calendarQuery: CalendarQuery = { module, query, fields, range, perDay: MAX_ENTRIES_PER_DAY[span] };
  const [readAt, setReadAt] = useState(0);
  const moves = useEntryMoves(readAt);
  const calendar = useCalendar(calendarQuery, moves.moved);
  if (calendar.dataUpdatedAt !== readAt) setReadAt(calendar.dataUpdatedAt);
  return { calendarQuery, moves, calendar };
}

/** What the user may do with entries and days. */
function useEntryRights(module: ModuleView, fields: CalendarFields) {
  const userId = useUserId();
  const findBlock = useCallback((record: RecordData) => findMoveBlock(module, fields, record, userId), [module, fields, userId]);
  const canResize = useCallback((record: RecordData) => canChangeEnd(module, fields, record, userId), [module, fields, userId]);
  return { findMoveBlock: findBlock, canResize, canCreate: canCreateOnDay(module, fields) };
}

interface EntryDaysProps {
  readonly days: CalendarDaysProps;
  readonly items: ReturnType<typeof useEntryItems>;
  readonly fields: CalendarFields;
  readonly isPhone: boolean;
}

/** The days as a list, by hours, or as a grid. */
function EntryDays({ days, items, fields, isPhone }: EntryDaysProps) {
  const { span } = days.position;
  if (isPhone || span === 'agenda' || (span === 'day' && !hasTimes(fields)))
    return <AgendaList {...days} items={items} isWhole={span === 'week' || span === 'day'} />;
  return hasTimes(fields) && span !== 'month' ? <HourGrid {...days} /> : <DayGrid {...days} />;
}

interface SeriesAction {
  readonly entry: CalendarEntry;
  readonly action: 'edit' | 'delete';
}

function SeriesDialogs({ action: chosen, onClose }: { readonly action: SeriesAction | undefined; readonly onClose: () => void }) {
  if (chosen === undefined) return null;
  const { entry, action } = chosen;
  return action === 'edit' ? <SeriesEditor entry={entry} onClose={onClose} /> : <SeriesRemover entry={entry} onClose={onClose} />;
}

/** The moves that are being saved; one of an occurrence asks first which occurrences it is about. */
function SendingMoves({ box, moves }: { readonly box: RefObject<HTMLElement | null>; readonly moves: ReturnType<typeof useEntryMoves> }) {
  return moves.sending.map((move) => {
    const key = `${move.entry.id} ${JSON.stringify(move.values)}`;
    const onSaved = () => moves.settle(move.entry.id);
    const onBack = () => moves.drop(move.entry.id);
    return occurrenceOf(move.entry.record) === undefined ? (
      <EntryMover key={key} box={box} move={move} onSaved={onSaved} onBack={onBack} />
    ) : (
      <SeriesMover key={key} move={move} onSaved={onSaved} onBack={onBack} />
    );
  });
}

function CalendarBody(props: CalendarBodyProps) {
  const { module, list, item, field, revision } = props;
  const { query } = list;
  const isPhone = useBreakpoint() === 'phone';
  const today = useToday();
  const box = useRef<HTMLDivElement>(null);
  const { position, go, step } = useCalendarPosition(today);
  const fields = useMemo<CalendarFields>(() => {
    const { recurrence, calendarBy } = module;
    const repeats = recurrence !== undefined && calendarBy?.field === field.fieldName;
    return { field, end: findEndField(module, field), zone: deviceTimeZone(), ...(repeats ? { recurrence } : {}) };
  }, [module, field]);
  // On a phone a month is shown as a list of its days.
  const shownSpan = isPhone && position.span === 'month' ? 'agenda' : position.span;
  const { calendarQuery, moves, calendar } = useEntries(module, query, fields, shownSpan, position.at);
  const { entries, notLoadedCounts, data, error, refetch, isFetching } = calendar;
  const undated = useUndated(module, query, fields, data !== undefined);
  const tables = useShowAsTable(list, fields);
  const creation = useCreation(props, fields);
  const [opened, setOpened] = useState<CalendarEntry | undefined>(undefined);
  const [seriesAction, setSeriesAction] = useState<SeriesAction | undefined>(undefined);
  const [movingEntry, setLeaving] = useState<CalendarEntry | undefined>(undefined);

  const { changed, mark } = useRecentlyChanged();
  useLiveRows(module.name, calendarTerms(calendarQuery), mark);
  useRefetchOnRevision(revision, refetch);
  useReportListStatus(
    props,
    error,
    useMemo(() => data && { total: data.total, totalIsExact: true, rows: data.data.length, warnings: data.warnings }, [data]),
  );

  const goToday = () => go({ ...position, at: today });
  usePageShortcuts({ t: goToday, arrowleft: () => step(-1), arrowright: () => step(1) }, { t: t('calendar.today') });

  const items = useEntryItems(module, list, fields);
  const { begin, isDragging, dragProps } = useEntryDrag(fields, entries, moves);
  const work: CalendarContextValue = {
    module,
    fields,
    today,
    ...useEntryRights(module, fields),
    changed,
    status: findField(module, module.calendarBy?.color ?? '') ?? findStatusField(module),
    onEntryOpen: setOpened,
    onCreate: (day, minute, until) => {
      if (!isDragging.current) creation.begin(day, minute, until);
    },
    onDay: (day) => go({ span: 'day', at: day }),
    onMore: tables.showDay,
    onMoveDialog: setLeaving,
    onSeries: (entry, action) => setSeriesAction({ entry, action }),
  };

  const label = t('calendar.label', { module: module.label, field: lowercaseLabel(item.label) });
  const isLoading = data === undefined && error === null;
  const { range } = calendarQuery;
  const days: CalendarDaysProps = { position, range, entries, notLoadedCounts, isLoading, label, onGo: go };
  const isEmpty = data?.total === 0 && !isFetching && moves.moved.size === 0;
  return (
    <CalendarContext value={work}>
      <CalendarBar
        module={module}
        item={item}
        place={position}
        today={today}
        undated={undated}
        onGo={go}
        onStep={step}
        onUndated={tables.showUndated}
      />
      <div ref={box} className="mc-body">
        {error && data !== undefined && <StaleNotice reason={error.message} onRetry={() => void refetch()} />}
        {isEmpty && (
          <CalendarEmpty
            module={module}
            list={list}
            item={item}
            fields={fields}
            place={position}
            range={range}
            undated={undated}
            onGo={go}
          />
        )}
        <DragDropArea {...dragProps}>
          <EntryDays days={days} items={items} fields={fields} isPhone={isPhone} />
        </DragDropArea>
        <ColorLegend />
        <ModuleParts place="calendar" module={module.name} />
        {error && data === undefined && <LoadFailure module={module} error={error} onRetry={() => void refetch()} />}
      </div>
      {opened && (
        <EntrySheet
          key={opened.id}
          box={box}
          entry={entries.find(({ id }) => id === opened.id) ?? opened}
          items={items}
          onClose={() => setOpened(undefined)}
        />
      )}
      {movingEntry && (
        <MoveDialog
          entry={movingEntry}
          onCancel={() => setLeaving(undefined)}
          onMove={(value) => {
            begin(movingEntry, buildMoveToValueChanges(fields, movingEntry.record, value));
            setLeaving(undefined);
          }}
        />
      )}
      <SendingMoves box={box} moves={moves} />
      <SeriesDialogs action={seriesAction} onClose={() => setSeriesAction(undefined)} />
      {creation.dialog}
    </CalendarContext>
  );
}

/** How long a changed entry is highlighted, in milliseconds; also at its new position after a reload. */
const HIGHLIGHT_MS = 2_200;

const NONE: ReadonlySet<string> = new Set();

/** Entries that another user changed recently, and a function that adds one. */
function useRecentlyChanged() {
  const [changed, setChanged] = useState(NONE);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const { current } = timers;
    return () => {
      for (const timer of current.values()) clearTimeout(timer);
    };
  }, []);
  const mark = useCallback((id: string) => {
    clearTimeout(timers.current.get(id));
    timers.current.set(
      id,
      setTimeout(() => {
        timers.current.delete(id);
        setChanged((before) => new Set([...before].filter((one) => one !== id)));
      }, HIGHLIGHT_MS),
    );
    setChanged((before) => new Set(before).add(id));
  }, []);
  return { changed, mark };
}
