import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveTarget } from '#engine/model/wire';
import { subscribeLive, onShellChanged, queryKeys, type LiveListener } from '../../client/index.ts';
import { createRefreshThrottle, filterOf, isListOf, createListListener } from './list-listener.ts';

/** Milliseconds to wait for the queries of a newly opened page. */
const SETTLE_MILLISECONDS = 60;

interface Subscription {
  readonly to: LiveTarget;
  readonly listener: LiveListener;
}

/**
 * Keeps active queries up to date with live changes: each record, list and related list on the screen has a subscription with its own
 * filter, which ends with the screen. Returns a function that stops it.
 */
export function syncQueryCache(client: QueryClient): () => void {
  const followed = new Map<string, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sync = (): void => {
    timer = undefined;
    const wanted = new Map(
      client
        .getQueryCache()
        .findAll({ type: 'active' })
        .flatMap((query) => toSubscriptions(client, query)),
    );
    for (const [name, stop] of followed) {
      if (wanted.has(name)) continue;
      stop();
      followed.delete(name);
    }
    for (const [name, { to, listener }] of wanted) if (!followed.has(name)) followed.set(name, subscribeLive(to, listener));
  };
  const stopLooking = client.getQueryCache().subscribe(({ type }) => {
    if (type === 'observerAdded' || type === 'observerRemoved' || type === 'removed') timer ??= setTimeout(sync, SETTLE_MILLISECONDS);
  });
  const stopShell = onShellChanged(() => {
    for (const queryKey of [queryKeys.shell(), ['module-view']]) void client.invalidateQueries({ queryKey });
  });
  timer = setTimeout(sync, SETTLE_MILLISECONDS);
  return () => {
    clearTimeout(timer);
    stopLooking();
    stopShell();
    for (const stop of followed.values()) stop();
  };
}

/** The live targets of a query; none for queries that contain no records. */
function toSubscriptions(client: QueryClient, query: Query): readonly (readonly [string, Subscription])[] {
  const [scope, module, kind, subject, part, relation] = query.queryKey;
  if (scope !== 'records' || typeof module !== 'string') return [];
  if (kind === 'list') {
    const filter = filterOf(subject);
    return [
      [
        `list ${module} ${JSON.stringify(filter)}`,
        { to: { kind: 'list', module, filter }, listener: createListListener(client, (one) => isListOf(one, module, filter)) },
      ],
    ];
  }
  if (kind !== 'record' || typeof subject !== 'string' || subject === '') return [];
  if (part === 'related' && typeof relation === 'string') {
    const key = ['records', module, 'record', subject, 'related', relation];
    return [
      [
        `related ${module} ${subject} ${relation}`,
        {
          to: { kind: 'related', module, id: subject, relation },
          listener: createListListener(client, (one) => startsWith(one.queryKey, key)),
        },
      ],
    ];
  }
  return part === undefined
    ? [
        [
          `record ${module} ${subject}`,
          { to: { kind: 'record', module, id: subject }, listener: createRecordListener(client, module, subject) },
        ],
      ]
    : [];
}

function startsWith(key: readonly unknown[], start: readonly unknown[]): boolean {
  return start.every((part, at) => key[at] === part);
}

/** A record is read again with its history; its related lists have their own subscriptions. */
function createRecordListener(client: QueryClient, module: string, id: string): LiveListener {
  const key = queryKeys.record(module, id);
  const reader = createRefreshThrottle(
    () => {
      void client.invalidateQueries({ queryKey: key, exact: true });
      void client.invalidateQueries({ queryKey: [...key, 'history'] });
    },
    () => client.isFetching({ queryKey: key, exact: true }) > 0,
  );
  return {
    onStale: reader.changeMany,
    readAt: () => (client.getQueryData(key) === undefined ? undefined : client.getQueryState(key)?.dataUpdatedAt),
    onChange: (message) => {
      const known = client.getQueryData<{ readonly _version?: unknown }>(key);
      if (message.type === 'gone' || Number(known?._version ?? 0) < message.version) reader.change();
    },
  };
}
