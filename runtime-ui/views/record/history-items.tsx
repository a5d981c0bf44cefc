import { Pencil, Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { textOf, formatTime, isReadByRecord } from '../../fields/values/index.ts';
import {
  findField,
  isObject,
  listStates,
  useRecordHistory,
  useRecordNamesById,
  useUserId,
  type HistoryEntry,
  type HistoryGroup,
  type RecordStates,
  type RecordValues,
} from '../../headless/index.ts';
import { Icon, t } from '../../kit/index.ts';
import { ChangedValue } from './changed-value.tsx';
import { RestoreButton } from './restore-button.tsx';
import { TimelineItem, type TimelineEntry } from './timeline.tsx';
import { useChangeTexts } from './use-change-texts.ts';

/** The record whose history is shown. */
export interface HistoryProps {
  /** The module of the record. */
  readonly module: ModuleView;
  /** The record, which must be stored. */
  readonly record: RecordValues & { readonly _id: string };
}

function idOf(by: HistoryGroup['by']): string | undefined {
  if (by === null) return undefined;
  return typeof by === 'string' ? by : by._id;
}

/** The name of a user, or "You"; undefined: nobody. */
function personOf(by: HistoryGroup['by'], names: ReadonlyMap<string, string>, userId: string | undefined): string | undefined {
  const id = idOf(by);
  if (id === undefined) return undefined;
  if (id === userId) return t('views.record.you');
  const ownName = isObject(by) && 'name' in (by as object) ? textOf((by as { name?: JsonValue }).name) : '';
  return ownName || (names.get(id) ?? t('views.record.someone'));
}

interface ChangeProps extends HistoryProps {
  readonly entry: HistoryEntry;
  readonly states: RecordStates;
}

function Change({ module, record, entry, states }: ChangeProps) {
  const field = entry.field === null ? undefined : findField(module, entry.field);
  const texts = useChangeTexts(module, field, entry);
  const { previous_value: before, new_value: after } = entry;
  const isNamed = field !== undefined && isReadByRecord(field);
  return (
    <div className="mv-change">
      <dt>{field?.label ?? entry.field}</dt>
      <dd>
        <del>{isNamed ? <ChangedValue module={module} field={field} value={before} record={states.before} /> : texts.before}</del>{' '}
        <span aria-hidden>→</span>{' '}
        <ins>{isNamed ? <ChangedValue module={module} field={field} value={after} record={states.after} /> : texts.after}</ins>
        {field && (
          <RestoreButton
            module={module}
            record={record}
            field={field}
            value={before}
            text={isNamed ? t('views.record.earlierValue') : texts.before}
          />
        )}
      </dd>
    </div>
  );
}

interface GroupProps extends HistoryProps {
  readonly group: HistoryGroup;
  readonly states: RecordStates;
  readonly names: ReadonlyMap<string, string>;
  readonly userId: string | undefined;
}

function Group({ module, record, group, states, names, userId }: GroupProps) {
  const id = idOf(group.by);
  const who = personOf(group.by, names, userId) ?? t('views.record.system');
  const impersonator = personOf(group.impersonator, names, userId);
  const count = group.entries.length;
  const what = group.created
    ? t('views.record.created')
    : count === 1
      ? t('views.record.changedOne')
      : t('views.record.changed', { count });
  const head = (
    <>
      {group.created && id === undefined && group.through === null ? (
        <strong>{t('views.record.createdRecord')}</strong>
      ) : (
        <>
          <strong>{who}</strong> {what}
        </>
      )}
      {impersonator !== undefined && ` ${t('views.record.actedBy', { name: impersonator, user: who })}`}
      {group.through !== null && ` ${t('views.record.through', { name: group.through })}`}
    </>
  );
  return (
    <TimelineItem
      hue={group.created ? 'green' : 'gray'}
      icon={<Icon of={group.created ? Plus : Pencil} size={14} />}
      at={group.at}
      time={formatTime(group.at)}
      head={head}
    >
      {count > 0 && (
        <dl className="mv-value-changes">
          {group.entries.map((entry) => (
            <Change key={entry._id} module={module} record={record} entry={entry} states={states} />
          ))}
        </dl>
      )}
    </TimelineItem>
  );
}

/** The changes of a record as timeline entries; each previous value can be restored. */
export function useHistoryItems({ module, record }: HistoryProps) {
  const { groups, ...history } = useRecordHistory(module, record);
  const userId = useUserId();
  const names = useRecordNamesById(
    'users',
    (groups ?? []).flatMap(({ by, impersonator }) => [by, impersonator].map(idOf)).filter((id) => id !== undefined),
  );
  const states = useMemo(() => (groups === undefined ? [] : listStates(groups, record)), [groups, record]);
  const entries = groups?.map((group, at): TimelineEntry => {
    const shared = { module, record, group, names, userId };
    return {
      key: group.key,
      at: group.at,
      item: <Group key={group.key} {...shared} states={states[at] ?? { before: record, after: record }} />,
    };
  });
  return { ...history, entries };
}
