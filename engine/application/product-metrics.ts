import type { Outbox } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import type { Live } from '../live/index.ts';
import { formatMetrics, ProcessMetrics, RequestTimes, single, type Metric, type Sample, type SaveCounts } from '../metrics/index.ts';
import type { QueuePort, StorePort } from '../ports/index.ts';
import { CHANGE_KEYS, CHANGES_COLLECTION, type SaveObserver } from '../records/index.ts';
import type { Registry } from '../registry/index.ts';

/** Effects of saves that are counted at most. */
const MAX_COUNTED = 10_000;

/** Counts saves for the metrics. `current` returns the definitions that serve; it is called after the first save. */
export function createSaveObserver(counts: SaveCounts, current: Registry['current']): SaveObserver {
  const names = new Map<string, string>();
  /** The name of the module that is stored in a collection, by its stable id. */
  const nameOf = (collection: string): string => {
    let name = names.get(collection);
    if (name !== undefined && current().modules.get(name)?.storage.name === collection) return name;
    name = [...current().modules.values()].find(({ storage }) => storage.name === collection)?.name ?? 'unknown';
    names.set(collection, name);
    return name;
  };
  return {
    onCommit: (writes) => {
      for (const { collection } of writes) if (!collection.startsWith('_')) counts.add(nameOf(collection), 'saved');
    },
    onError: (module, error) =>
      counts.add(
        current().modules.has(module) ? module : 'unknown',
        error instanceof MusterError && error.status < 500 ? 'refused' : 'failed',
      ),
  };
}

/** What the metrics are read from. */
export interface MetricSources {
  readonly token: string;
  /** More than one: the metrics say from which process they are. */
  readonly workers: number;
  readonly version: string;
  readonly saves: SaveCounts;
  readonly store: StorePort;
  readonly queue: QueuePort;
  readonly outbox: Pick<Outbox, 'failing'>;
  readonly live: Pick<Live, 'measure'>;
}

/** The metrics of the product. */
export interface ProductMetrics {
  readonly token: string;
  readonly requests: RequestTimes;
  /** All metrics as text. Calls at the same time share one result. Parts that cannot be read are left out. */
  collect(): Promise<string>;
  stop(): Promise<void>;
}

/** Creates the metrics of this process. */
export function createProductMetrics(sources: MetricSources): ProductMetrics {
  const requests = new RequestTimes();
  const processMetrics = new ProcessMetrics();
  const common = sources.workers > 1 ? { process: String(process.pid) } : {};
  let running: Promise<string> | undefined;
  const collect = async (): Promise<string> => {
    const parts = await Promise.all([readStore(sources), readOutbox(sources), readQueues(sources)].map((part) => part.catch(() => [])));
    const { version, store, saves } = sources;
    const info: Sample = { labels: { version, store: store.capabilities.product, node: process.version }, value: 1 };
    return formatMetrics(
      [
        { name: 'muster_info', kind: 'gauge', help: 'The product and its versions.', samples: [info] },
        requests.metric(),
        saves.metric(),
        ...parts.flat(),
        ...readSockets(sources),
        ...processMetrics.metrics(),
      ],
      common,
    );
  };
  return {
    token: sources.token,
    requests,
    collect: () => (running ??= collect().finally(() => (running = undefined))),
    stop: async () => processMetrics.stop(),
  };
}

async function readStore({ store }: MetricSources): Promise<readonly Metric[]> {
  const measures = await store.measure().catch(() => undefined);
  const up = single('muster_store_up', 'gauge', '1: the store can be read, 0: it cannot.', measures === undefined ? 0 : 1);
  if (measures === undefined) return [up];
  const { bytes, logBytes, commits, commitSeconds, cacheHits, cacheMisses } = measures;
  return [
    up,
    single('muster_store_bytes', 'gauge', 'Size of the database.', bytes),
    ...(logBytes === undefined ? [] : [single('muster_store_log_bytes', 'gauge', 'Size of the write-ahead log of SQLite.', logBytes)]),
    single('muster_store_commits_total', 'counter', 'Commits of this process, with those that had conflicts.', commits),
    single('muster_store_commit_seconds_total', 'counter', 'Time from the call of a commit to its result, in all.', commitSeconds),
    single('muster_store_cache_hits_total', 'counter', 'Totals and pages that the query cache served.', cacheHits),
    single('muster_store_cache_misses_total', 'counter', 'Totals and pages that the query cache did not have.', cacheMisses),
  ];
}

async function readOutbox({ store, outbox }: MetricSources): Promise<readonly Metric[]> {
  const pending = { collection: CHANGES_COLLECTION.name, filter: { kind: 'exists', keys: [CHANGE_KEYS.pending] } } as const;
  const [{ total }, failing] = await Promise.all([store.count(pending, { totalLimit: MAX_COUNTED }), outbox.failing()]);
  return [
    single('muster_outbox_pending', 'gauge', `Saves whose effects have not all run, at most ${MAX_COUNTED}.`, total),
    single('muster_outbox_failing', 'gauge', 'Saves with an effect that failed, at most 1000.', failing.length),
  ];
}

async function readQueues({ queue }: MetricSources): Promise<readonly Metric[]> {
  const queues = await queue.health();
  const states = ['waiting', 'delayed', 'blocked', 'running', 'failed'] as const;
  const ages = await Promise.all(
    queues.filter(({ waiting }) => waiting > 0).map(async ({ queue: name }) => ({ name, age: await readAge(queue, name) })),
  );
  return [
    {
      name: 'muster_queue_jobs',
      kind: 'gauge',
      help: 'Background jobs by queue and state; failed ones of the last 30 days.',
      samples: queues.flatMap((one) => states.map((state) => ({ labels: { queue: one.queue, state }, value: one[state] }))),
    },
    {
      name: 'muster_queue_oldest_waiting_seconds',
      kind: 'gauge',
      help: 'Age of the job that is next in a queue with waiting jobs.',
      samples: ages.map(({ name, age }) => ({ labels: { queue: name }, value: age })),
    },
  ];
}

async function readAge(queue: QueuePort, name: string): Promise<number> {
  const [next] = (await queue.list({ queue: name, state: 'waiting', limit: 1 })).jobs;
  return next === undefined ? 0 : Math.max(0, (Date.now() - next.addedAt) / 1000);
}

function readSockets({ live }: MetricSources): readonly Metric[] {
  const { browserSockets, tokenSockets, sentMessages } = live.measure();
  return [
    {
      name: 'muster_live_sockets',
      kind: 'gauge',
      help: 'Open websockets for live events, by kind of session.',
      samples: [
        { labels: { kind: 'browser' }, value: browserSockets },
        { labels: { kind: 'api_token' }, value: tokenSockets },
      ],
    },
    single('muster_live_messages_total', 'counter', 'Messages sent to websockets.', sentMessages),
  ];
}
