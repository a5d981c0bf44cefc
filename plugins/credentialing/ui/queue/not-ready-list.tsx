import {
  EmptyState,
  ErrorState,
  formatDay,
  recordRoute,
  SkeletonRows,
  TextLink,
  useModuleChanges,
  useModuleQuery,
  useSession,
  useUrlParams,
} from '#ui';
import { readNotReady, type NotReady } from '../credentialing-api.ts';
import { ITEMS } from '../items/use-items.ts';
import { tCredentialing } from '../texts.ts';
import { PAGE_SIZE, Paging } from './paging.tsx';

const STATES = ['open', 'due', 'submitted', 'expired', 'rejected', 'no_record'] as const;
const isKnown = (state: string): state is (typeof STATES)[number] => (STATES as readonly string[]).includes(state);

/** Why a placement cannot start: each open item with its state, linked to its review. */
function Reasons({ start }: { readonly start: NotReady }) {
  const user = useSession((session) => session.user);
  return (
    <ul className="cr-reasons">
      {start.reasons.map(({ item, label, state }) => (
        <li key={item ?? label}>
          {item !== null && start.record !== null ? (
            <TextLink href={`${recordRoute('credentialing', start.record._id, user)}?item=${item}`}>{label}</TextLink>
          ) : (
            label
          )}
          {isKnown(state) && state !== 'no_record' && <span className="ms-muted"> {tCredentialing(`reason.${state}`)}</span>}
        </li>
      ))}
      {start.more > 0 && <li className="ms-muted">{tCredentialing('work.more', { count: start.more })}</li>}
    </ul>
  );
}

function Row({ start }: { readonly start: NotReady }) {
  const user = useSession((session) => session.user);
  return (
    <tr>
      <td className="ms-tabular">
        {formatDay(start.start_date)}
        <span className="cr-line-note">{tCredentialing(start.confirmed ? 'work.confirmed' : 'work.planned')}</span>
      </td>
      <td>
        <TextLink look="name" href={recordRoute('placements', start.placement._id, user)}>
          {start.provider?.name ?? start.placement.name}
        </TextLink>
        {start.account !== null && <span className="cr-line-note">{start.account.name}</span>}
      </td>
      <td className="ms-tabular">{start.record === null ? '' : `${start.percent} %`}</td>
      <td>
        <Reasons start={start} />
      </td>
    </tr>
  );
}

/** Placements that start soon and are not ready, by start date, with the reasons. */
export function NotReadyList() {
  const [address, , setParams] = useUrlParams();
  const page = Math.max(0, Number(address.get('page') ?? 0) || 0);
  const { data, error, refetch } = useModuleQuery(ITEMS, { notReady: page }, (signal) => readNotReady(page, PAGE_SIZE, signal));
  useModuleChanges([ITEMS, 'placements', 'credentialing'], () => void refetch());
  if (error !== null && data === undefined)
    return <ErrorState title={tCredentialing('work.failed')} text={error.message} code={error.code} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={8} />;
  if (data.data.length === 0) return <EmptyState title={tCredentialing('work.allReady')} help={tCredentialing('work.allReadyHelp')} />;
  return (
    <div className="ms-page cr-starts">
      <table className="cr-table">
        <thead>
          <tr>
            <th scope="col">{tCredentialing('work.start')}</th>
            <th scope="col">{tCredentialing('work.provider')}</th>
            <th scope="col">{tCredentialing('work.complete')}</th>
            <th scope="col">{tCredentialing('work.reasons')}</th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((start) => (
            <Row key={start.placement._id} start={start} />
          ))}
        </tbody>
      </table>
      <Paging page={page} total={data.total} onPage={(next) => setParams({ page: String(next) })} />
    </div>
  );
}
