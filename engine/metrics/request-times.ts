import type { Metric, Sample } from './metric.ts';

/** Upper bounds of the buckets in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const CLASSES = 6;

/** Counts of one class of status codes. */
interface Durations {
  /** Observations by bucket, the last one for those above all bounds. */
  readonly buckets: Uint32Array;
  sum: number;
}

/** The durations of the requests to one route with one method, by class of status codes. */
export class RouteTimes {
  readonly #route: string;
  readonly #method: string;
  readonly #classes: (Durations | undefined)[] = new Array<Durations | undefined>(CLASSES).fill(undefined);

  constructor(route: string, method: string) {
    this.#route = route;
    this.#method = method;
  }

  /** Adds a request; allocates nothing but at the first of a class. */
  observe(status: number, milliseconds: number): void {
    const index = Math.min(Math.max(Math.floor(status / 100), 0), CLASSES - 1);
    const durations = (this.#classes[index] ??= { buckets: new Uint32Array(BOUNDS.length + 1), sum: 0 });
    const seconds = milliseconds / 1000;
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? Infinity)) bucket += 1;
    durations.buckets[bucket] = (durations.buckets[bucket] ?? 0) + 1;
    durations.sum += seconds;
  }

  samples(): Sample[] {
    return this.#classes.flatMap((durations, index) =>
      durations === undefined ? [] : toSamples(durations, { route: this.#route, method: this.#method, status: `${index}xx` }),
    );
  }
}

function toSamples({ buckets, sum }: Durations, labels: { readonly [name: string]: string }): Sample[] {
  let count = 0;
  const samples: Sample[] = [];
  for (const [index, observed] of buckets.entries()) {
    count += observed;
    samples.push({ suffix: '_bucket', labels: { ...labels, le: String(BOUNDS[index] ?? '+Inf') }, value: count });
  }
  return [...samples, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
}

/** The durations of requests to all routes. */
export class RequestTimes {
  readonly #routes: RouteTimes[] = [];

  /** The times of a route, to be requested once, when it is registered. */
  ofRoute(route: string, method: string): RouteTimes {
    const times = new RouteTimes(route, method);
    this.#routes.push(times);
    return times;
  }

  metric(): Metric {
    return {
      name: 'muster_http_request_duration_seconds',
      kind: 'histogram',
      help: 'Requests by route, method and class of status codes, from the first byte of the request to the end of the response.',
      samples: this.#routes.flatMap((route) => route.samples()),
    };
  }
}
