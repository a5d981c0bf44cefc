import { Checkbox } from '@mantine/core';
import {
  EmptyState,
  ErrorState,
  findModule,
  formatDayInText,
  formatRelativeTime,
  readRelate,
  SkeletonRows,
  useModuleChanges,
  useModuleQuery,
  useRecordSearch,
  useShell,
  useUrlParams,
  type RecordData,
} from '#ui';
import { readQueue, type QueueItem } from '../credentialing-api.ts';
import { ITEMS, useAssignment } from '../items/use-items.ts';
import { ItemReview } from '../review/item-review.tsx';
import { tCredentialing } from '../texts.ts';
import { PAGE_SIZE, Paging } from './paging.tsx';

const NO_RECORD: RecordData = { _id: '', _version: 0 };

/** A page of what waits for review. */
function useQueue(pageNumber: number, mine: boolean) {
  const input = { pageNumber, pageSize: PAGE_SIZE, mine };
  const query = useModuleQuery(ITEMS, { queue: input }, (signal) => readQueue(input, signal));
  useModuleChanges(ITEMS, () => void query.refetch());
  return query;
}

/** The record with an id; undefined: it is not known. */
function useFound(module: string, id: string | undefined) {
  const summary = findModule(useShell().data, module);
  const { data, refetch } = useRecordSearch(id === undefined ? undefined : summary, {
    searchTerms: { _id: { in: [id ?? ''] } },
    pageSize: 1,
  });
  const found = data?.data[0];
  // While another record is read, the one before is still there.
  return { found: found?._id === id ? found : undefined, refetch };
}

function QueueLine({ item, isChosen, onChoose }: { readonly item: QueueItem; readonly isChosen: boolean; readonly onChoose: () => void }) {
  const about = [item.provider?.name ?? item.record.name, item.account?.name]
    .filter((name) => name !== undefined && name !== '')
    .join(', ');
  return (
    <li className="cr-line" aria-current={isChosen || undefined}>
      <button type="button" className="cr-line-open" onClick={onChoose}>
        <span className="cr-line-name">
          {item.label}
          <span className="cr-line-note">{about}</span>
          {item.expires_in_assignment !== null && (
            <span className="cr-line-note" data-late>
              {tCredentialing('work.endsInside', { day: formatDayInText(item.expires_in_assignment.end_date) })}
            </span>
          )}
        </span>
        {item.submitted_at !== null && <span className="ms-muted">{formatRelativeTime(item.submitted_at)}</span>}
      </button>
    </li>
  );
}

interface ChosenProps {
  readonly chosen: QueueItem;
  readonly before: QueueItem | undefined;
  readonly next: QueueItem | undefined;
  readonly onChoose: (id: string | undefined) => void;
  readonly onDone: () => Promise<unknown>;
}

function Chosen({ chosen, before, next, onChoose, onDone }: ChosenProps) {
  const { found: item, refetch } = useFound(ITEMS, chosen._id);
  const { found: record } = useFound('credentialing', chosen.record._id);
  const { times } = useAssignment(record ?? NO_RECORD);
  if (item === undefined) return <SkeletonRows rows={6} />;
  return (
    <ItemReview
      key={item._id}
      item={item}
      times={times}
      provider={chosen.provider?._id ?? readRelate(record?.['providers_credentialing'])?._id}
      next={next === undefined ? undefined : { _id: next._id, _version: 0, label: next.label }}
      onNext={() => onChoose(next?._id)}
      around={{ before: before?._id, after: next?._id, onChoose }}
      onClose={() => onChoose(undefined)}
      onChanged={refetch}
      onDone={async () => {
        onChoose(next?._id);
        await Promise.all([refetch(), onDone()]);
      }}
    />
  );
}

/** What waits for review across providers, the oldest first, with the review beside it. */
export function ReviewQueue() {
  const [address, , setParams] = useUrlParams();
  const page = Math.max(0, Number(address.get('page') ?? 0) || 0);
  const mine = address.get('mine') === 'yes';
  const { data, error, refetch } = useQueue(page, mine);
  if (error !== null && data === undefined)
    return <ErrorState title={tCredentialing('work.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={8} />;
  const at = data.data.findIndex(({ _id }) => _id === address.get('item'));
  const chosen = data.data[at];
  return (
    <div className="cr-page cr-queue" data-open={chosen !== undefined}>
      <div className="cr-side">
        <div className="cr-bar">
          <span className="ms-muted ms-tabular">{tCredentialing('work.count', { count: data.total })}</span>
          <Checkbox
            label={tCredentialing('work.mine')}
            checked={mine}
            onChange={(event) => setParams({ mine: event.target.checked ? 'yes' : undefined, page: undefined, item: undefined })}
          />
        </div>
        {data.data.length === 0 && <EmptyState compact title={tCredentialing('work.none')} help={tCredentialing('work.noneHelp')} />}
        <ol className="cr-list">
          {data.data.map((item) => (
            <QueueLine key={item._id} item={item} isChosen={item === chosen} onChoose={() => setParams({ item: item._id })} />
          ))}
        </ol>
        <Paging page={page} total={data.total} onPage={(next) => setParams({ page: String(next), item: undefined })} />
      </div>
      <div className="cr-pane">
        {chosen === undefined ? (
          <EmptyState compact title={tCredentialing('review.choose')} help={tCredentialing('work.chooseHelp')} />
        ) : (
          <Chosen
            chosen={chosen}
            before={data.data[at - 1]}
            next={data.data[at + 1]}
            onChoose={(item) => setParams({ item })}
            onDone={refetch}
          />
        )}
      </div>
    </div>
  );
}
