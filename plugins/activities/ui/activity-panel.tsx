import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import {
  Button,
  EmptyState,
  ErrorState,
  recordName,
  SkeletonRows,
  Timeline,
  useHistoryItems,
  type SlotProps,
  type TimelineEntry,
} from '#ui';
import { ActivityItem, timeOfActivity } from './activity-item.tsx';
import { Composer } from './composer.tsx';
import { tActivities } from './texts.ts';
import { useActivities, type Activities } from './use-activities.ts';
import './activities.css';

const EVERYTHING = '';
const CHANGES = '~changes';

interface Changes {
  readonly entries: readonly TimelineEntry[];
  readonly hasEarlier: boolean;
}

const NO_CHANGES: Changes = { entries: [], hasEarlier: false };

/**
 * Merges activities and changes, newest first. If earlier entries of one kind are not loaded yet, older entries of the
 * other kind are hidden, so that the timeline has no gaps.
 */
function mergeEntries({ module, data, hasEarlier }: Activities, changes: Changes): TimelineEntry[] {
  if (module === undefined) return [...changes.entries];
  const activities = (data ?? []).map(
    (activity): TimelineEntry => ({
      key: activity._id,
      at: timeOfActivity(activity),
      item: <ActivityItem key={activity._id} module={module} activity={activity} />,
    }),
  );
  const since = (entries: readonly TimelineEntry[], isCut: boolean) => (isCut ? (entries.at(-1)?.at ?? '') : '');
  const oldest = [since(activities, hasEarlier), since(changes.entries, changes.hasEarlier)].sort().at(-1) ?? '';
  return [...activities, ...changes.entries].filter(({ at }) => at >= oldest);
}

function ActivityFilter({
  activities,
  kind,
  onKind,
}: {
  readonly activities: Activities;
  readonly kind: string;
  readonly onKind: (kind: string) => void;
}) {
  const types = activities.module?.dropdowns['activity_type']?.options ?? [];
  const data = [
    { value: EVERYTHING, label: tActivities('everything') },
    ...types.map(({ value, label }) => ({ value, label })),
    { value: CHANGES, label: tActivities('changes') },
  ];
  return (
    <NativeSelect
      size="xs"
      variant="unstyled"
      className="ac-kinds"
      aria-label={tActivities('show')}
      data={data}
      value={kind}
      onChange={(event) => onKind(event.currentTarget.value)}
    />
  );
}

/** The timeline of a record: notes, calls, e-mails, texts, submissions, merges and field changes. */
export function ActivityPanel({ module, record }: SlotProps<'record'>) {
  const [kind, setKind] = useState(EVERYTHING);
  const activities = useActivities(module, record._id, kind === EVERYTHING || kind === CHANGES ? undefined : kind);
  const history = useHistoryItems({ module, record });
  const hasChanges = kind === EVERYTHING || kind === CHANGES;
  const changes: Changes = hasChanges ? { entries: history.entries ?? [], hasEarlier: history.hasEarlier } : NO_CHANGES;
  const entries = kind === CHANGES ? [...changes.entries] : mergeEntries(activities, changes);
  const hasEarlier = changes.hasEarlier || (kind !== CHANGES && activities.hasEarlier);
  const showEarlier = () => {
    if (changes.hasEarlier) history.showEarlier();
    if (kind !== CHANGES && activities.hasEarlier) activities.showEarlier();
  };
  const changesError = hasChanges ? history.error : null;
  const isReading =
    (activities.module !== undefined && activities.data === undefined && activities.error === null) ||
    (history.entries === undefined && history.error === null);
  const head = <ActivityFilter activities={activities} kind={kind} onKind={setKind} />;
  return (
    <div className="ac-panel">
      {activities.module?.rights.create === true && (
        <Composer key={record._id} activities={activities.module} module={module} id={record._id} name={recordName(module, record)} />
      )}
      {activities.error !== null && (
        <ErrorState compact text={tActivities('failed')} code={activities.error.code} onRetry={activities.retry} />
      )}
      {changesError !== null && <ErrorState compact text={tActivities('changesFailed')} code={changesError.code} onRetry={history.retry} />}
      {isReading && entries.length === 0 ? <SkeletonRows rows={4} height={44} columns={1} /> : <Timeline entries={entries} head={head} />}
      {!isReading && entries.length === 0 && activities.error === null && changesError === null && (
        <EmptyState compact title={tActivities(kind === EVERYTHING ? 'none' : 'noneOfKind')} />
      )}
      {hasEarlier && (
        <Button size="sm" variant="quiet" className="ms-link-button" loading={history.isReadingEarlier} onClick={showEarlier}>
          {tActivities('earlier')}
        </Button>
      )}
    </div>
  );
}
