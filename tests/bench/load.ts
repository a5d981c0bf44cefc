import autocannon from 'autocannon';

/** One request of a workload; created for each send, so that keys, terms and offsets are random. */
export interface MadeRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
}

export interface LoadOptions {
  readonly url: string;
  readonly token: string;
  readonly seconds: number;
  readonly connections?: number;
  readonly make: () => MadeRequest;
  /** Checks every 50th response together with its request; false counts as a wrong response. */
  readonly check: (body: string, request: MadeRequest) => boolean;
}

export interface LoadResult {
  /** Completed requests per second. */
  readonly rate: number;
  /** Milliseconds: median and 99th percentile. */
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
  readonly wrong: number;
  readonly completed: number;
  /** The first rejected or wrong response, for debugging. */
  readonly firstBad: string | undefined;
}

const CHECK_EVERY = 50;

/** Sends a workload to a local server over a fixed number of connections for a fixed time. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  let seen = 0;
  let wrong = 0;
  let firstBad: string | undefined;
  const headers = { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' };
  const result = await autocannon({
    url: options.url,
    connections: options.connections ?? 16,
    duration: options.seconds,
    headers,
    requests: [
      {
        // A connection has one request in flight, and its own context.
        setupRequest: (request, context) => {
          const made = options.make();
          (context as { request?: MadeRequest }).request = made;
          return {
            ...request,
            method: made.method,
            path: made.path,
            // autocannon adds the length of a body to them.
            headers: { ...headers },
            ...(made.body === undefined ? {} : { body: JSON.stringify(made.body) }),
          };
        },
        onResponse: (status, body, context) => {
          seen += 1;
          const isBad = status >= 300 || (seen % CHECK_EVERY === 0 && !options.check(body, (context as { request: MadeRequest }).request));
          if (isBad && status < 300) wrong += 1;
          if (isBad) firstBad ??= `${status} ${body}`;
        },
      },
    ],
  });
  const completed = result['2xx'];
  return {
    rate: completed / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
    wrong,
    completed,
    firstBad,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, two) => one - two);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}
