import { useQuery } from '@tanstack/react-query';
import { toText } from '#engine/model/values';
import type { ShellView } from '#engine/model/wire';
import { moduleRoute, queryKeys, recordRoute, searchRecords, type RecordData } from '../../client/index.ts';
import { findStatusField, searchOpenItems, type WorkModule } from '../../headless/index.ts';
import { formatDay, isBeforeToday, lowercaseLabel, StatusPill, t, TextLink, type PillHue } from '../../kit/index.ts';
import { useModuleView } from '../../client/index.ts';
import { ListCard } from '../../views/index.ts';

/** Number of items that are listed. */
const SHOWN = 8;

function Due({ day }: { readonly day: string }) {
  if (day === '') return null;
  return (
    <span className={`ms-line-end ${isBeforeToday(day) ? 'ms-overdue' : ''} ${formatDay(day) === 'Today' ? 'ms-strong' : ''}`}>
      {formatDay(day)}
    </span>
  );
}

type Option = { readonly value: string; readonly label: string; readonly hue?: PillHue };

function ItemLine({
  item,
  module,
  status,
  shell,
}: {
  readonly item: RecordData;
  readonly module: WorkModule;
  readonly status: Option | undefined;
  readonly shell: ShellView;
}) {
  return (
    <li className="ms-line">
      <TextLink look="name" className="ms-clip" href={recordRoute(module.name, item._id, shell.user)}>
        {toText(item[module.nameField]) || toText(item['name'])}
      </TextLink>
      {status && <StatusPill label={status.label} hue={status.hue ?? 'gray'} />}
      <Due day={toText(item[module.workItems.due])} />
    </li>
  );
}

/** The user's open items of a module, overdue ones first. */
export function WorkItemCard({ module, shell }: { readonly module: WorkModule; readonly shell: ShellView }) {
  const input = searchOpenItems(module, SHOWN);
  const query = useQuery({
    queryKey: queryKeys.list(module.name, input),
    queryFn: ({ signal }) => searchRecords(module.path, input, signal),
  });
  const { data: view } = useModuleView(module.name);
  const field = view && findStatusField(view);
  const options: readonly Option[] = field?.dropdown === undefined ? [] : (view?.dropdowns[field.dropdown]?.options ?? []);
  const statusOf = (item: RecordData) => options.find((option) => option.value === item[field?.fieldName ?? '']);
  const things = lowercaseLabel(module.label);
  return (
    <ListCard
      title={t('frame.dashboard.workItems', { things })}
      query={query}
      countOf={(page) => page.data.length}
      total={query.data?.total}
      empty={{
        title: t('frame.dashboard.workItemsEmpty', { things }),
        help: t('frame.dashboard.workItemsHelp', { label: module.label }),
      }}
      action={<TextLink href={`${moduleRoute(module.name, shell.user)}?view=mine`}>{t('frame.dashboard.openAll')}</TextLink>}
    >
      {(page) => (
        <ul className="ms-lines">
          {page.data.map((item) => (
            <ItemLine key={item._id} item={item} module={module} status={statusOf(item)} shell={shell} />
          ))}
        </ul>
      )}
    </ListCard>
  );
}
