import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FieldView, JsonObject } from '#engine/model';
import { moduleRoute, useSession, type RecordData } from '../../client/index.ts';
import { findStatusField, layoutItems, useLiveRows, useUserId, type ListHandle } from '../../headless/index.ts';
import { addDays, calendarTerms, canBeginOn, canEndElsewhere, daysBetween, endedOn, endFieldOf, hasTimes, instantOf, moveBlockOf, movedBy, movedTo, prefillOf, rangeOfPlace, readerZone, termsOfDay, useCalendar, useUndated, withoutDay, type CalendarAsk, type CalendarEntry, type CalendarFields, type CalendarSpan } from '../../headless/calendar/index.ts';
import { DragRoom } from '../../kit/drag/index.ts';
import { Button, ErrorState, inSentence, t, useBreakpoint } from '../../kit/index.ts';
import { QuickCreateDialog } from '../lazy-views.tsx';
import type { FaceProps } from '../list/face-props.ts';
import { useAnswerReport } from '../list/use-answer-report.ts';
import { useReread } from '../list/use-reread.ts';
import { useKeys } from '../use-keys.ts';
import { AgendaList } from './agenda-list.tsx';
import { CalendarBar } from './calendar-bar.tsx';
import { CalendarEmpty } from './calendar-empty.tsx';
import { CalendarContext, type CalendarWork } from './calendar-work.ts';
import { DayWeeks, type DaysProps } from './day-weeks.tsx';
import { CarriedEntry, readDragId } from './entry-chip.tsx';
import { readEndId } from './entry-end.tsx';
import { EntryMover } from './entry-mover.tsx';
import { EntrySheet } from './entry-sheet.tsx';
import { HourGrid, readPlace } from './hour-grid.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { useCalendarPlace, useToday } from './use-calendar-place.ts';
import { useChanged } from './use-changed.ts';
import { useEntryMoves } from './use-entry-moves.ts';
import '../styles/calendar.css';

/** So many records of a day are read at most; more are counted, and opened as a table. */
const PER_DAY: { readonly [span in CalendarSpan]: number } = { month: 12, agenda: 30, week: 50, day: 200 };

interface CalendarBodyProps extends FaceProps {
  readonly field: FieldView;
}

/** The calendar of a list: its records on the days of one of their date fields. */
export function CalendarView(props: FaceProps) {
  const { field } = props.item;
  // The list shows a calendar only by a field that is there.
  return field === undefined ? null : <CalendarBody key={field.fieldName} {...props} field={field} />;
}

/** Adds a condition to those of a list: beside the others, so that each stays a chip of its own. */
function withTerms(terms: JsonObject, more: JsonObject): JsonObject {
  const isApart = Object.keys(more).every((name) => !Object.hasOwn(terms, name));
  return isApart ? { ...terms, ...more } : { and: [terms, more] };
}

/** How the list goes on as a table of some of its records; Back comes to the calendar again. */
function useTables(list: ListHandle, fields: CalendarFields) {
  const { change } = list;
  const show = (more: JsonObject) => change((now) => ({ face: null, terms: withTerms(now.terms, more) }), true);
  return { showDay: (day: string) => show(termsOfDay(fields, day)), showUndated: () => show(withoutDay(fields)) };
}

/** A new record of a day: in the short form where that shows the day, else in the whole one. */
function useCreation({ module }: FaceProps, fields: CalendarFields) {
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const [prefill, setPrefill] = useState<JsonObject | undefined>(undefined);
  const isShort = layoutItems(module, 'quick-create').some((item) => item.fieldName === fields.field.fieldName);
  const begin = (day: string, minute?: number) => {
    const next = prefillOf(fields, day, minute);
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
  const { place, go, step } = useCalendarPlace(today);
  const fields = useMemo<CalendarFields>(() => ({ field, end: endFieldOf(module, field), zone: readerZone() }), [module, field]);
  // A month on a phone is a list: of its own days.
  const asked = isPhone && place.span === 'month' ? 'agenda' : place.span;
  const range = useMemo(() => rangeOfPlace({ span: asked, at: place.at }), [asked, place.at]);
  const ask: CalendarAsk = { module, query, fields, range, perDay: PER_DAY[asked] };
  const [readAt, setReadAt] = useState(0);
  const moves = useEntryMoves(readAt);
  const { entries, unread, data, error, refetch, isFetching, dataUpdatedAt } = useCalendar(ask, moves.moved);
  if (dataUpdatedAt !== readAt) setReadAt(dataUpdatedAt);
  const undated = useUndated(module, query, fields, data !== undefined);
  const tables = useTables(list, fields);
  const creation = useCreation(props, fields);
  const [opened, setOpened] = useState<CalendarEntry | undefined>(undefined);
  const isCarrying = useRef(false);
  const [leaving, setLeaving] = useState<CalendarEntry | undefined>(undefined);

  const { changed, mark } = useChanged();
  useLiveRows(module.name, calendarTerms(ask), mark);
  useReread(revision, refetch);
  useAnswerReport(props, error, useMemo(() => data && { total: data.total, totalIsExact: true, rows: data.data.length, warnings: data.warnings }, [data]));

  const goToday = () => go({ ...place, at: today });
  useKeys({ t: goToday, arrowleft: () => step(-1), arrowright: () => step(1) }, { t: t('calendar.today') });

  const items = useMemo(() => list.columns.filter((column) => column.shown && column.item.field !== undefined).map((column) => column.item).filter(({ fieldName }) => fieldName !== module.nameField && fieldName !== findStatusField(module)?.fieldName && fieldName !== field.fieldName && fieldName !== fields.end?.fieldName), [list.columns, module, field, fields.end]);
  const blockOf = useCallback((record: RecordData) => moveBlockOf(module, fields, record, userId), [module, fields, userId]);
  const canEnd = useCallback((record: RecordData) => canEndElsewhere(module, fields, record, userId), [module, fields, userId]);
  const work: CalendarWork = {
    module, fields, today, blockOf, canEnd, changed, status: findStatusField(module), canCreate: canBeginOn(module, fields), onEntry: setOpened, onCreate: (day, minute) => { if (!isCarrying.current) creation.begin(day, minute); }, onDay: (day) => go({ span: 'day', at: day }), onMore: tables.showDay, onMoveDialog: setLeaving,
  };
  const begin = (entry: CalendarEntry, values: JsonObject, moved = field) => {
    const isSame = Object.entries(values).every(([name, value]) => entry.record[name] === value);
    if (!isSame) moves.begin({ entry, field: moved, values });
  };
  const entryOf = (dragId: string) => {
    const id = readEndId(dragId) ?? readDragId(dragId).id;
    return entries.find((one) => one.id === id);
  };
  const onDrop = (dragId: string, target: string | undefined) => {
    // What is let go on its own day is no press on it.
    setTimeout(() => { isCarrying.current = false; });
    const entry = entryOf(dragId);
    if (entry === undefined || target === undefined) return;
    const { day, hour } = readPlace(target);
    // An end that is let go on an hour lies at the end of it.
    if (readEndId(dragId) !== undefined) return begin(entry, endedOn(fields, entry.record, day, hour === undefined ? undefined : (hour + 1) * 60), fields.end);
    const { day: from } = readDragId(dragId);
    // What goes over days moves by as much as the part of it that was taken.
    const first = addDays(entry.first, daysBetween(from, day));
    if (hour === undefined || entry.minute === undefined) begin(entry, movedTo(fields, entry.record, first));
    else begin(entry, movedBy(fields, entry.record, instantOf(fields.zone, first, hour * 60 + (entry.minute % 60))));
  };

  const label = t('calendar.label', { module: module.label, field: inSentence(item.label) });
  const isLoading = data === undefined && error === null;
  const days: DaysProps = { place, range, entries, unread, isLoading, label, onGo: go };
  const isList = isPhone || place.span === 'agenda' || (place.span === 'day' && !hasTimes(fields));
  const isEmpty = data?.total === 0 && !isFetching && moves.moved.size === 0;
  return (
    <CalendarContext value={work}>
      <CalendarBar module={module} item={item} place={place} today={today} undated={undated} onGo={go} onStep={step} onUndated={tables.showUndated} />
      <div ref={box} className="mc-body">
        {error && data !== undefined && <p className="mc-empty" role="alert"><span>{t('calendar.stale', { reason: error.message })}</span><Button size="xs" variant="quiet" className="ms-link-button" onClick={() => void refetch()}>{t('actions.tryAgain')}</Button></p>}
        {isEmpty && <CalendarEmpty module={module} list={list} item={item} fields={fields} place={place} range={range} undated={undated} onGo={go} />}
        <DragRoom onPick={() => { isCarrying.current = true; }} onDrop={onDrop} renderDragged={(dragId) => { const entry = entryOf(dragId); return entry && <CarriedEntry entry={entry} />; }}>
          {isList
            ? <AgendaList {...days} items={items} isWhole={place.span === 'week' || place.span === 'day'} />
            : hasTimes(fields) && place.span !== 'month' ? <HourGrid {...days} /> : <DayWeeks {...days} />}
        </DragRoom>
        {error && data === undefined && <div className="mc-failed"><ErrorState title={t('calendar.failed', { module: module.label })} text={error.message} code={error.code} onRetry={() => void refetch()} /></div>}
      </div>
      {opened && <EntrySheet key={opened.id} box={box} entry={entries.find(({ id }) => id === opened.id) ?? opened} items={items} onClose={() => setOpened(undefined)} />}
      {leaving && <MoveDialog entry={leaving} onCancel={() => setLeaving(undefined)} onMove={(value) => { begin(leaving, movedBy(fields, leaving.record, value)); setLeaving(undefined); }} />}
      {moves.sending.map((move) => <EntryMover key={`${move.entry.id} ${JSON.stringify(move.values)}`} box={box} move={move} onSaved={() => moves.settle(move.entry.id)} onBack={() => moves.drop(move.entry.id)} />)}
      {creation.dialog}
    </CalendarContext>
  );
}
