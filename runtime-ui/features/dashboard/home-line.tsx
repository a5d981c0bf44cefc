import { toText } from '#engine/model/values';
import type { ModuleView, PopulatedRelate, ShellView } from '#engine/model/wire';
import { findModule, recordRoute, type RecordData } from '../../client/index.ts';
import { findCellSlot } from '../../extensions/index.ts';
import { countDaysSince, formatValue } from '../../fields/values/index.ts';
import { findDropdown, findField, isEmptyValue, readRelate } from '../../headless/index.ts';
import { createLazyComponent, LazyBoundary, StatusPill, t, TextLink } from '../../kit/index.ts';
import type { CommunicationLink } from '../../views/index.ts';
import { DueDay } from './due-day.tsx';
import type { HomeList } from './home-lists.ts';
import { LineActions } from './line-actions.tsx';
import type { RecordAddress } from './use-contacts.ts';

export interface HomeLineProps {
  readonly list: HomeList;
  readonly view: ModuleView;
  readonly record: RecordData;
  readonly person: RecordAddress | undefined;
  readonly contactLinks: readonly CommunicationLink[];
  readonly shell: ShellView;
}

// Whether a deadline is still open is a condition, whose code comes after the first page: until then it is shown as a plain day.
const Deadline = createLazyComponent(async () => (await import('./deadline.tsx')).Deadline, 'notice', 'home');

/** When it is due, with the days that it is late; or how long it waits. */
function When({ list, view, record }: Pick<HomeLineProps, 'list' | 'view' | 'record'>) {
  const day = toText(record[list.date]);
  if (day === '') return null;
  const days = countDaysSince(day);
  if (list.dateIs === 'since') {
    const isLate = list.lateAfterDays !== undefined && days > list.lateAfterDays;
    return (
      <span className={`ms-home-when ${isLate ? 'ms-overdue' : ''}`}>
        {days > 0 ? t('frame.dashboard.waits', { count: days }) : t('frame.dashboard.sinceToday')}
      </span>
    );
  }
  const field = findField(view, list.date);
  // Other dates than deadlines are due in the list that names them.
  const isCertain = list.isOpen === true || field?.deadline !== true;
  const due = <DueDay day={day} late={isCertain ? Math.max(0, days) : 0} isToday={days === 0} />;
  if (field === undefined || isCertain || days <= 0) return due;
  return (
    <LazyBoundary fallback={due}>
      <Deadline day={day} view={view} field={field} record={record} />
    </LazyBoundary>
  );
}

function Details({ list, view, record }: Pick<HomeLineProps, 'list' | 'view' | 'record'>) {
  return (list.details ?? []).map((name) => {
    const field = findField(view, name);
    const value = record[name];
    if (field === undefined || isEmptyValue(value)) return null;
    const Slot = findCellSlot(view.name, field);
    if (Slot) return <Slot key={name} field={field} value={value} module={view} record={record} />;
    const option = findDropdown(view, field)?.options.find((one) => one.value === value);
    return option ? (
      <StatusPill key={name} label={option.label} hue={option.hue ?? 'gray'} />
    ) : (
      <span key={name} className="ms-clip">
        {formatValue(view, field, value)}
      </span>
    );
  });
}

type NamedRelate = Extract<PopulatedRelate, { readonly name: string }>;

/** The person of a record. One whose name the user may not read is not shown: the record is. */
function readPerson(list: HomeList, record: RecordData): NamedRelate | undefined {
  const relate = list.about === undefined ? undefined : (readRelate(record[list.about]) as PopulatedRelate | undefined);
  return relate !== undefined && 'name' in relate ? relate : undefined;
}

function readOwnName(view: ModuleView, record: RecordData): string {
  return toText(record[view.nameField]) || toText(record['name']) || view.labelSingular;
}

/** The name with a link: of the person, if the user may open their record, else of the record. */
function Name({ list, view, record, person, shell }: Omit<HomeLineProps, 'contactLinks'>) {
  const about = readPerson(list, record);
  const name = about?.name ?? readOwnName(view, record);
  if (about?.open === false) return <span className="ms-strong ms-clip">{name}</span>;
  const target = about !== undefined && person && findModule(shell, person.module) ? person : { module: view.name, id: record._id };
  return (
    <TextLink look="name" className="ms-clip" href={recordRoute(target.module, target.id, shell.user)}>
      {name}
    </TextLink>
  );
}

/** The record's own name, without the name of the person at its start, which is shown before it: 'Elm Schools' of 'Cy Dunn – Elm Schools'. */
function nameAfter(person: string, own: string): string {
  const rest = own.startsWith(person) ? own.slice(person.length).replace(/^[\s–—:,-]+/u, '') : own;
  return rest === '' ? own : rest;
}

/** A record of a list of Home: whom it is about, the next action, when it is due, and what can be done at once. */
export function HomeLine(props: HomeLineProps) {
  const { list, view, record, contactLinks, shell } = props;
  const action = list.action === undefined ? '' : toText(record[list.action]);
  return (
    <li
      className={`ms-home-line ${list.about === undefined ? '' : 'ms-home-line-linked'}`}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const target = event.currentTarget.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
        if (target === null) return;
        event.preventDefault();
        // The same keys have another meaning for the whole page.
        event.nativeEvent.stopImmediatePropagation();
        target.click();
      }}
    >
      <span className="ms-home-who">
        <Name {...props} />
        <Details list={list} view={view} record={record} />
      </span>
      <span className="ms-home-next">
        {action !== '' &&
          (list.about === undefined ? (
            <span className="ms-clip">{action}</span>
          ) : (
            <TextLink className="ms-clip" href={recordRoute(view.name, record._id, shell.user)}>
              {action}
            </TextLink>
          ))}
        {action === '' && list.about !== undefined && (
          <TextLink className="ms-clip" href={recordRoute(view.name, record._id, shell.user)}>
            {nameAfter(readPerson(list, record)?.name ?? '', readOwnName(view, record))}
          </TextLink>
        )}
        <When list={list} view={view} record={record} />
      </span>
      <LineActions list={list} view={view} record={record} contactLinks={contactLinks} shell={shell} />
    </li>
  );
}
