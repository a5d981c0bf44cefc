import { callApi } from '#ui';

/** What the approval of a request means. */
export interface Decision {
  readonly _id: string;
  readonly hours: number;
  /** Hours before the approval; null: not visible to the user. */
  readonly left: number | null;
  /** Hours after it; negative: too few are left. */
  readonly after: number | null;
  /** Names of requests of others for its days, at most five. */
  readonly others: readonly string[];
  /** Number of these requests. */
  readonly othersCount: number;
}

interface Waiting {
  readonly resolve: (decision: Decision | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds in which the requests of one list are collected. */
const COLLECT_MILLISECONDS = 10;
const MOST_IDS = 100;

let waiting = new Map<string, Waiting[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

async function send(batch: ReadonlyMap<string, readonly Waiting[]>): Promise<void> {
  try {
    const { data } = await callApi<{ readonly data: readonly Decision[] }>('POST', '/api/pto-requests/decisions', {
      body: { ids: [...batch.keys()] },
    });
    for (const [id, list] of batch) for (const { resolve } of list) resolve(data.find(({ _id }) => _id === id) ?? null);
  } catch (error) {
    for (const list of batch.values()) for (const { reject } of list) reject(error);
  }
}

function flush(): void {
  const all = [...waiting];
  waiting = new Map();
  timer = undefined;
  for (let start = 0; start < all.length; start += MOST_IDS) void send(new Map(all.slice(start, start + MOST_IDS)));
}

/** The decision on a request; those of all rows of a list are read with one request. Null: the user may not see the request. */
export function getDecision(id: string): Promise<Decision | null> {
  return new Promise((resolve, reject) => {
    waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }]);
    timer ??= setTimeout(flush, COLLECT_MILLISECONDS);
  });
}
