import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FieldView, JsonObject } from '#engine/model';
import { moduleRoute, useSession, type RecordData } from '../../client/index.ts';
import { findStatusField, layoutItems, useLiveRows, useUserId, type ListHandle } from '../../headless/index.ts';
import {
  addDays,
  calendarTerms,
  canCreateOnDay,
  canChangeEnd,
  daysBetween,
  buildEndDayChanges,
  findEndField,
  hasTimes,
  toInstant,
  findMoveBlock,
  buildMoveToValueChanges,
  buildMoveToDayChanges,
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
} from '../../headless/calendar/index.ts';
import { DragDropArea } from '../../kit/drag/index.ts';
import { Button, ErrorState, lowercaseLabel, t, useBreakpoint } from '../../kit/index.ts';
import { QuickCreateDialog } from '../lazy-views.tsx';
import type { ViewTypeProps } from '../list/view-type-props.ts';
import { useReportListStatus } from '../list/use-report-list-status.ts';
import { useRefetchOnRevision } from '../list/use-refetch-on-revision.ts';
import { usePageShortcuts } from '../use-page-shortcuts.ts';
import { AgendaList } from './agenda-list.tsx';
import { CalendarBar } from './calendar-bar.tsx';
import { CalendarEmpty } from './calendar-empty.tsx';
import { CalendarContext, type CalendarContextValue } from './calendar-context.ts';
import { DayGrid, type CalendarDaysProps } from './day-grid.tsx';
import { DraggedEntry, readDragId } from './entry-chip.tsx';
import { readResizeId } from './entry-resize-handle.tsx';
import { EntryMover } from './entry-mover.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { HourGrid, readDropTarget } from './hour-grid.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useCalendarPosition, useToday } from './use-calendar-position.ts';
import { useRecentlyChanged } from './use-recently-changed.ts';
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
  const begin = (day: string, minute?: number) => {
    const next = buildDayPrefill(fields, day, minute);
    if (isShort) setPrefill(next);
    else void navigate(`${moduleRoute(module.name, user)}/new`, { state: { prefill: next } });
  };
  const close = () => setPrefill(undefined);
  const dialog = prefill && <QuickCreateDialog moduleName={module.name} prefill={prefill} onClose={close} onCreated={close} />;
  return { begin, dialog };
}

function CalendarBody(props: CalendarBodyProps) {
  const { module, list, item, field, revision } = props;
  const { query } = list;
  const isPhone = useBreakpoint() === 'phone';
  const userId = useUserId();
  const today = useToday();
  const box = useRef<HTMLDivElement>(null);
  const { position, go, step } = useCalendarPosition(today);
  const fields = useMemo<CalendarFields>(() => ({ field, end: findEndField(module, field), zone: deviceTimeZone() }), [module, field]);
  // On a phone a month is shown as a list of its days.
  const shownSpan = isPhone && position.span === 'month' ? 'agenda' : position.span;
  const range = useMemo(() => visibleRange({ span: shownSpan, at: position.at }), [shownSpan, position.at]);
  const ask: CalendarQuery = { module, query, fields, range, perDay: MAX_ENTRIES_PER_DAY[shownSpan] };
  const [readAt, setReadAt] = useState(0);
  const moves = useEntryMoves(readAt);
  const { entries, notLoadedCounts, data, error, refetch, isFetching, dataUpdatedAt } = useCalendar(ask, moves.moved);
  if (dataUpdatedAt !== readAt) setReadAt(dataUpdatedAt);
  const undated = useUndated(module, query, fields, data !== undefined);
  const tables = useShowAsTable(list, fields);
  const creation = useCreation(props, fields);
  const [opened, setOpened] = useState<CalendarEntry | undefined>(undefined);
  const isDragging = useRef(false);
  const [movingEntry, setLeaving] = useState<CalendarEntry | undefined>(undefined);

  const { changed, mark } = useRecentlyChanged();
  useLiveRows(module.name, calendarTerms(ask), mark);
  useRefetchOnRevision(revision, refetch);
  useReportListStatus(
    props,
    error,
    useMemo(() => data && { total: data.total, totalIsExact: true, rows: data.data.length, warnings: data.warnings }, [data]),
  );

  const goToday = () => go({ ...position, at: today });
  usePageShortcuts({ t: goToday, arrowleft: () => step(-1), arrowright: () => step(1) }, { t: t('calendar.today') });

  const items = useMemo(
    () =>
      list.columns
        .filter((column) => column.shown && column.item.field !== undefined)
        .map((column) => column.item)
        .filter(
          ({ fieldName }) =>
            fieldName !== module.nameField &&
            fieldName !== findStatusField(module)?.fieldName &&
            fieldName !== field.fieldName &&
            fieldName !== fields.end?.fieldName,
        ),
    [list.columns, module, field, fields.end],
  );
  const findBlock = useCallback((record: RecordData) => findMoveBlock(module, fields, record, userId), [module, fields, userId]);
  const canResize = useCallback((record: RecordData) => canChangeEnd(module, fields, record, userId), [module, fields, userId]);
  const work: CalendarContextValue = {
    module,
    fields,
    today,
    findMoveBlock: findBlock,
    canResize,
    changed,
    status: findStatusField(module),
    canCreate: canCreateOnDay(module, fields),
    onEntryOpen: setOpened,
    onCreate: (day, minute) => {
      if (!isDragging.current) creation.begin(day, minute);
    },
    onDay: (day) => go({ span: 'day', at: day }),
    onMore: tables.showDay,
    onMoveDialog: setLeaving,
  };
  const begin = (entry: CalendarEntry, values: JsonObject, moved = field) => {
    const isSame = Object.entries(values).every(([name, value]) => entry.record[name] === value);
    if (!isSame) moves.begin({ entry, field: moved, values });
  };
  const entryOf = (dragId: string) => {
    const id = readResizeId(dragId) ?? readDragId(dragId).id;
    return entries.find((one) => one.id === id);
  };
  const onDrop = (dragId: string, target: string | undefined) => {
    // A drop on the same day must not count as a click on it.
    setTimeout(() => {
      isDragging.current = false;
    });
    const entry = entryOf(dragId);
    if (entry === undefined || target === undefined) return;
    const { day, hour } = readDropTarget(target);
    // An end that is dropped on an hour is set to the end of that hour.
    if (readResizeId(dragId) !== undefined)
      return begin(entry, buildEndDayChanges(fields, entry.record, day, hour === undefined ? undefined : (hour + 1) * 60), fields.end);
    const { day: from } = readDragId(dragId);
    // A multi-day entry moves by the distance between the day where the drag started and the day of the drop.
    const first = addDays(entry.first, daysBetween(from, day));
    if (hour === undefined || entry.minute === undefined) begin(entry, buildMoveToDayChanges(fields, entry.record, first));
    else begin(entry, buildMoveToValueChanges(fields, entry.record, toInstant(fields.zone, first, hour * 60 + (entry.minute % 60))));
  };

  const label = t('calendar.label', { module: module.label, field: lowercaseLabel(item.label) });
  const isLoading = data === undefined && error === null;
  const days: CalendarDaysProps = { position, range, entries, notLoadedCounts, isLoading, label, onGo: go };
  const isList = isPhone || position.span === 'agenda' || (position.span === 'day' && !hasTimes(fields));
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
        {error && data !== undefined && (
          <p className="mc-empty" role="alert">
            <span>{t('calendar.stale', { reason: error.message })}</span>
            <Button size="xs" variant="quiet" className="ms-link-button" onClick={() => void refetch()}>
              {t('actions.tryAgain')}
            </Button>
          </p>
        )}
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
        <DragDropArea
          onDragStart={() => {
            isDragging.current = true;
          }}
          onDrop={onDrop}
          renderDragged={(dragId) => {
            const entry = entryOf(dragId);
            return entry && <DraggedEntry entry={entry} />;
          }}
        >
          {isList ? (
            <AgendaList {...days} items={items} isWhole={position.span === 'week' || position.span === 'day'} />
          ) : hasTimes(fields) && position.span !== 'month' ? (
            <HourGrid {...days} />
          ) : (
            <DayGrid {...days} />
          )}
        </DragDropArea>
        {error && data === undefined && (
          <div className="mc-failed">
            <ErrorState
              title={t('calendar.failed', { module: module.label })}
              text={error.message}
              code={error.code}
              onRetry={() => void refetch()}
            />
          </div>
        )}
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
      {moves.sending.map((move) => (
        <EntryMover
          key={`${move.entry.id} ${JSON.stringify(move.values)}`}
          box={box}
          move={move}
          onSaved={() => moves.settle(move.entry.id)}
          onBack={() => moves.drop(move.entry.id)}
        />
      ))}
      {creation.dialog}
    </CalendarContext>
  );
}
