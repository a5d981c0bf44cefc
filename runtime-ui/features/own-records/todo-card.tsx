import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { lowercaseLabel, toText } from '#engine/model/values';
import type { ShellView } from '#engine/model/wire';
import { moduleRoute, queryKeys, recordRoute, searchRecords, useModuleView, type RecordData } from '../../client/index.ts';
import {
  createVisibility,
  findField,
  isLockedByRule,
  isWritable,
  searchOpenItems,
  searchWaitingItems,
  type WorkModule,
} from '../../headless/index.ts';
import { countDaysSince, describeDaysLate } from '../../fields/values/index.ts';
import { buttonClass, formatDay, formatDayInText, t, TextLink } from '../../kit/index.ts';
import { ListCard } from '../../views/index.ts';

/** Number of items that are listed. */
const SHOWN = 10;

interface TodoProps {
  readonly module: WorkModule;
  readonly shell: ShellView;
}

interface ItemProps extends TodoProps {
  readonly item: RecordData;
  /** Whether the user does the item with a file. */
  readonly hasUpload: boolean;
}

function nameOf({ module, item }: Pick<ItemProps, 'module' | 'item'>): string {
  return toText(item[module.nameField]) || toText(item['name']) || module.labelSingular;
}

/** What is to be done, by when, why again, and the one button. */
function Item({ module, shell, item, hasUpload }: ItemProps) {
  const { due, note } = module.workItems;
  const day = toText(item[due]);
  const late = day === '' ? 0 : countDaysSince(day);
  const reason = note === undefined ? '' : toText(item[note]);
  const href = recordRoute(module.name, item._id, shell.user);
  const name = nameOf({ module, item });
  const action = t(hasUpload ? 'frame.own.upload' : 'frame.own.open');
  return (
    <li className="ms-todo-item">
      <span className="ms-todo-name">
        <TextLink look="name" className="ms-clip" href={href}>
          {name}
        </TextLink>
        {day !== '' && (
          <span className={`ms-todo-due ${late > 0 ? 'ms-overdue' : ''}`}>
            {t('frame.own.dueOn', { day: formatDayInText(day) })}
            {describeDaysLate(late)}
          </span>
        )}
      </span>
      <TextLink look="bare" className={buttonClass('primary')} href={href} aria-label={`${action}: ${name}`}>
        {action}
      </TextLink>
      {reason !== '' && <p className="ms-todo-note">{reason}</p>}
    </li>
  );
}

/** The items that the user has to do, the one that is due first at the top. */
export function TodoCard({ module, shell }: TodoProps) {
  const input = searchOpenItems(module, SHOWN);
  const query = useQuery({
    queryKey: queryKeys.list(module.name, input),
    queryFn: ({ signal }) => searchRecords(module.path, input, signal),
  });
  const { data: view } = useModuleView(module.name);
  const field = view && module.workItems.file !== undefined ? findField(view, module.workItems.file) : undefined;
  const isShown = useMemo(() => view && createVisibility(view), [view]);
  const hasUpload = (item: RecordData): boolean =>
    view !== undefined &&
    field !== undefined &&
    isWritable(field, false) &&
    isShown?.(field, item) === true &&
    !isLockedByRule(view, field, item);
  const things = lowercaseLabel(module.label);
  return (
    <div className="ms-todo">
      <ListCard
        title={t('frame.own.todo')}
        query={query}
        countOf={(page) => page.data.length}
        total={query.data?.total}
        empty={{ title: t('frame.own.todoEmpty', { things }), help: t('frame.own.todoHelp') }}
        action={<TextLink href={moduleRoute(module.name, shell.user)}>{t('frame.own.showAll')}</TextLink>}
      >
        {(page) => (
          <ul>
            {page.data.map((item) => (
              <Item key={item._id} module={module} shell={shell} item={item} hasUpload={hasUpload(item)} />
            ))}
          </ul>
        )}
      </ListCard>
    </div>
  );
}

/** The items that others work on; nothing while there are none. */
export function WaitingCard({ module, shell }: TodoProps) {
  const input = searchWaitingItems(module, SHOWN);
  const query = useQuery({
    queryKey: queryKeys.list(module.name, input ?? {}),
    queryFn: ({ signal }) => searchRecords(module.path, input, signal),
    enabled: input !== undefined,
  });
  if ((query.data?.total ?? 0) === 0) return null;
  return (
    <ListCard
      title={t('frame.own.inReview')}
      query={query}
      countOf={(page) => page.data.length}
      total={query.data?.total}
      empty={{ title: '', help: '' }}
    >
      {(page) => (
        <ul className="ms-lines">
          {page.data.map((item) => (
            <li key={item._id} className="ms-line">
              <TextLink look="name" className="ms-clip" href={recordRoute(module.name, item._id, shell.user)}>
                {nameOf({ module, item })}
              </TextLink>
              <span className="ms-line-end">{formatDay(toText(item['updatedAt']))}</span>
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  );
}
