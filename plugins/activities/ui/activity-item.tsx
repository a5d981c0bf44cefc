import { GitMerge, Mail, MessageSquare, Phone, Send, StickyNote, UserCheck, type LucideIcon } from 'lucide-react';
import { toText, type ModuleView } from '#engine/model';
import { findOption, Icon, isObject, readRelate, recordRoute, TextLink, formatTime, TimelineItem, useSession, type RecordData } from '#ui';
import { formatActivityVerb, tActivities } from './texts.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  Call: Phone,
  Note: StickyNote,
  SMS: MessageSquare,
  Email: Mail,
  Submission: Send,
  Apply: UserCheck,
  Merge: GitMerge,
};

/** The icon of an activity type. */
export function iconOfActivity(type: string): LucideIcon {
  return ICONS[type] ?? StickyNote;
}

/** The ISO date and time of an activity. */
export function timeOfActivity(activity: RecordData): string {
  return toText(activity.activity_date ?? activity.createdAt);
}

function formatAuthor(activity: RecordData, userId: string | undefined): string {
  const by = activity.assigned_to ?? activity.created_by;
  if (readRelate(by)?._id === userId) return tActivities('you');
  return isObject(by) && typeof by.name === 'string' ? by.name : tActivities('someone');
}

/** One activity in the timeline. */
export function ActivityItem({ module, activity }: { readonly module: ModuleView; readonly activity: RecordData }) {
  const user = useSession((session) => session.user);
  const type = toText(activity.activityType);
  const hue = findOption(module, 'activityType', type)?.hue;
  const minutes = typeof activity.duration_minutes === 'number' ? `, ${tActivities('minutes', { count: activity.duration_minutes })}` : '';
  const at = timeOfActivity(activity);
  const text = toText(activity.description) || toText(activity.name);
  return (
    <TimelineItem
      hue={hue ?? 'gray'}
      icon={<Icon of={iconOfActivity(type)} size={14} />}
      at={at}
      time={formatTime(at)}
      head={
        <>
          <strong>{formatAuthor(activity, user?._id)}</strong> {formatActivityVerb(type)}
          {minutes}
        </>
      }
    >
      <p className="ac-text">
        <TextLink look="name" href={recordRoute('activities', activity._id, user)}>
          {text}
        </TextLink>
      </p>
    </TimelineItem>
  );
}
