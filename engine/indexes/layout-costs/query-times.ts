/** Measured times of queries. */
export interface QueryTimes {
  /** Milliseconds, the latest last. */
  readonly samples: readonly number[];
  /** A measurement was stopped. */
  readonly isStopped: boolean;
  /** When it was measured last, in milliseconds since the epoch. */
  readonly at: number;
}

/** Measurements of a query that are remembered. */
const MAX_SAMPLES = 100;
/** Queries that are remembered. */
const MAX_QUERIES = 5_000;

/** The nearest-rank percentile of some numbers; null: there are none. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

/** Remembers the times of queries in this process; the queries that were measured longest ago are forgotten first. */
export function createTimesMemory(): {
  readonly get: (query: string) => QueryTimes | undefined;
  readonly add: (query: string, measured: QueryTimes) => QueryTimes;
} {
  const known = new Map<string, QueryTimes>();
  return {
    get: (query) => known.get(query),
    add: (query, { samples, isStopped, at }) => {
      const before = known.get(query)?.samples ?? [];
      const times = { samples: [...before, ...samples].slice(-MAX_SAMPLES), isStopped, at };
      known.delete(query);
      known.set(query, times);
      const [oldest] = known.keys();
      if (known.size > MAX_QUERIES && oldest !== undefined) known.delete(oldest);
      return times;
    },
  };
}
