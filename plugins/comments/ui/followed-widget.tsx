import { MessageSquare, Pencil } from 'lucide-react';
import {
  EmptyState,
  ErrorState,
  findModule,
  formatRelativeTime,
  Icon,
  recordRoute,
  SkeletonRows,
  TextLink,
  useModuleQuery,
  type DashboardWidget,
  type SlotProps,
} from '#ui';
import type { FollowedActivity } from '../shared/comment.ts';
import { readFollowed } from './comments-api.ts';
import { tComments } from './texts.ts';
import './comments.css';

function Line({ activity, shell }: Pick<SlotProps<'widget'>, 'shell'> & { readonly activity: FollowedActivity }) {
  const { kind, module, record, at, by } = activity;
  const label = findModule(shell, module)?.labelSingular ?? '';
  return (
    <li className="cm-followed">
      <Icon of={kind === 'commented' ? MessageSquare : Pencil} />
      <div>
        <TextLink look="name" href={recordRoute(module, record._id, shell.user)}>
          {record.name || label}
        </TextLink>
        <span className="ms-muted">
          {tComments(kind, { who: by?.name ?? tComments('somebody') })} · {label} · <time dateTime={at}>{formatRelativeTime(at)}</time>
        </span>
      </div>
    </li>
  );
}

function FollowedWidget({ shell }: SlotProps<'widget'>) {
  const { data, error, refetch } = useModuleQuery('recordFollowers', { followed: true }, readFollowed);
  if (error !== null && data === undefined)
    return <ErrorState compact title={tComments('followedFailed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={5} columns={2} />;
  if (data.followed === 0)
    return <EmptyState compact headingLevel={3} title={tComments('followsNone')} help={tComments('followsNoneHelp')} />;
  if (data.data.length === 0)
    return <EmptyState compact headingLevel={3} title={tComments('followedQuiet')} help={tComments('followedQuietHelp')} />;
  return (
    <ul className="cm-followed-list">
      {data.data.map((one) => (
        <Line key={`${one.kind}/${one.module}/${one.record._id}`} activity={one} shell={shell} />
      ))}
    </ul>
  );
}

/** The widget of what happened to the records that the user follows. */
export const createCommentWidgets = (): readonly DashboardWidget[] => [
  {
    key: 'followed',
    label: tComments('followedWidget'),
    help: tComments('followedHelp'),
    icon: 'bell-ring',
    size: { width: 4, height: 8 },
    smallest: { width: 3, height: 4 },
    isOffered: (shell) => shell.isStaff,
    component: FollowedWidget,
  },
];
