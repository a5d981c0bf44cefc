import { Pencil, Plus } from 'lucide-react';
import type { ModuleView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { textOf, formatTime } from '../../fields/values/index.ts';
import {
  findField,
  isObject,
  useRecordHistory,
  useRecordNamesById,
  useUserId,
  type HistoryEntry,
  type HistoryGroup,
  type RecordValues,
} from '../../headless/index.ts';
import { Icon, t } from '../../kit/index.ts';
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

function Change({ module, record, entry }: HistoryProps & { readonly entry: HistoryEntry }) {
  const field = entry.field === null ? undefined : findField(module, entry.field);
  const { before, after } = useChangeTexts(module, field, entry);
  return (
    <div className="mv-change">
      <dt>{field?.label ?? entry.field}</dt>
      <dd>
        <del>{before}</del> <span aria-hidden>→</span> <ins>{after}</ins>
        {field && <RestoreButton module={module} record={record} field={field} value={entry.previous_value} text={before} />}
      </dd>
    </div>
  );
}

function Group({
  module,
  record,
  group,
  names,
  userId,
}: HistoryProps & { readonly group: HistoryGroup; readonly names: ReadonlyMap<string, string>; readonly userId: string | undefined }) {
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
            <Change key={entry._id} module={module} record={record} entry={entry} />
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
  const entries = groups?.map(
    (group): TimelineEntry => ({
      key: group.key,
      at: group.at,
      item: <Group key={group.key} module={module} record={record} group={group} names={names} userId={userId} />,
    }),
  );
  return { ...history, entries };
}
