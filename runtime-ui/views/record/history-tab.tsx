import { Pencil, Plus } from 'lucide-react';
import type { JsonValue, ModuleView } from '#engine/model';
import { formatValue, fullDay, localDay, textOf, timeOf } from '../../fields/values/index.ts';
import { findField, groupBy, isObject, isRelating, useHistory, useNamesOf, useUserId, type HistoryEntry, type HistoryGroup, type RecordValues } from '../../headless/index.ts';
import { EmptyState, ErrorState, Icon, SkeletonRows, t } from '../../kit/index.ts';

interface HistoryTabProps {
  readonly module: ModuleView;
  readonly record: RecordValues & { readonly _id: string };
}

function idOf(by: HistoryGroup['by']): string | undefined {
  if (by === null) return undefined;
  return typeof by === 'string' ? by : by._id;
}

function dayTitle(day: string): string {
  const today = localDay(new Date());
  if (day === today) return t('views.record.today');
  return day === localDay(new Date(Date.now() - 86_400_000)) ? t('views.record.yesterday') : fullDay(day);
}

function shown(module: ModuleView, entry: HistoryEntry, value: JsonValue, names: ReadonlyMap<string, string>): string {
  const field = entry.field === null ? undefined : findField(module, entry.field);
  if (value === null || value === '' || field === undefined) return value === null || value === '' ? t('views.record.empty') : textOf(value);
  if (isRelating(field) && typeof value === 'string') return names.get(value) ?? value;
  return formatValue(module, field, value) || t('views.record.empty');
}

function Change({ module, entry }: { readonly module: ModuleView; readonly entry: HistoryEntry }) {
  const field = entry.field === null ? undefined : findField(module, entry.field);
  const relates = field !== undefined && isRelating(field) ? [entry.previous_value, entry.new_value].filter((value) => typeof value === 'string') : [];
  const names = useNamesOf(field?.refs[0], relates);
  return (
    <div className="mv-change">
      <dt>{field?.label ?? entry.field}</dt>
      <dd><del>{shown(module, entry, entry.previous_value, names)}</del> <span aria-hidden>→</span> <ins>{shown(module, entry, entry.new_value, names)}</ins></dd>
    </div>
  );
}

function Group({ module, group, names, userId }: { readonly module: ModuleView; readonly group: HistoryGroup; readonly names: ReadonlyMap<string, string>; readonly userId: string | undefined }) {
  const id = idOf(group.by);
  const told = isObject(group.by) && 'name' in (group.by as object) ? textOf((group.by as { name?: JsonValue }).name) : '';
  const who = id === undefined ? t('views.record.system') : id === userId ? t('views.record.you') : told || (names.get(id) ?? t('views.record.someone'));
  const count = group.entries.length;
  const what = group.created ? t('views.record.created') : count === 1 ? t('views.record.changedOne') : t('views.record.changed', { count });
  return (
    <li className="mv-history-item">
      <span className={`mv-history-mark ${group.created ? 'ms-hue-green' : 'ms-hue-gray'}`} aria-hidden><Icon of={group.created ? Plus : Pencil} size={14} /></span>
      <div className="mv-history-text">
        <p><strong>{who}</strong> {what}{group.through !== null && ` ${t('views.record.through', { name: group.through })}`} <time dateTime={group.at}>{timeOf(group.at)}</time></p>
        {count > 0 && <dl className="mv-changes">{group.entries.map((entry) => <Change key={entry._id} module={module} entry={entry} />)}</dl>}
      </div>
    </li>
  );
}

/** Who changed what, day by day, newest first. */
export function HistoryTab({ module, record }: HistoryTabProps) {
  const { data, error, refetch } = useHistory(module, record._id);
  const userId = useUserId();
  const names = useNamesOf('users', (data ?? []).map((group) => idOf(group.by)).filter((id) => id !== undefined));
  if (error) return <ErrorState compact text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} height={44} columns={1} />;
  if (data.length === 0) return <EmptyState compact title={t('views.record.historyEmpty')} />;
  const days = groupBy(data, (group) => localDay(new Date(group.at)));
  return (
    <div className="mv-history">
      <p className="mv-history-order">{t('views.record.newest')}</p>
      {days.map(([day, groups]) => (
        <section key={day} aria-label={dayTitle(day)}>
          <h3 className="mv-history-day">{dayTitle(day)}</h3>
          <ol>{groups.map((group) => <Group key={group.key} module={module} group={group} names={names} userId={userId} />)}</ol>
        </section>
      ))}
    </div>
  );
}
