import { expect, it } from 'vitest';
import { openLive } from '../support/open-live.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { describeOnEachStore, WORKSHOP } from './each-store.ts';

const TOKEN = 'a-token-of-tests-0123456789';

interface Scrape {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function scrape({ url }: TestServer, authorization: string | undefined = `Bearer ${TOKEN}`): Promise<Scrape> {
  const response = await fetch(`${url}/api/metrics`, { headers: authorization === '' ? {} : { authorization } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const SAMPLE =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (NaN|[+-]Inf|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

/** The values by series, such as 'muster_live_sockets{kind="browser"}'; fails on a text that Prometheus would refuse. */
function parse(text: string): ReadonlyMap<string, number> {
  expect(text.endsWith('\n')).toBe(true);
  const values = new Map<string, number>();
  const types = new Map<string, string>();
  for (const line of text.trimEnd().split('\n')) {
    const [, name, kind] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (name !== undefined && kind !== undefined) {
      expect(types.has(name), line).toBe(false);
      types.set(name, kind);
    }
    if (line.startsWith('#')) {
      expect(line).toMatch(/^# (HELP \S+ \S.*|TYPE \S+ \S+)$/);
      continue;
    }
    const [, sample = '', labels, value = ''] = SAMPLE.exec(line) ?? [];
    expect(sample, line).not.toBe('');
    const type = types.get(sample) ?? types.get(sample.replace(/_(bucket|sum|count)$/, ''));
    expect(type, line).toBeDefined();
    if (type === 'counter') expect(sample).toMatch(/_total$/);
    const series = labels === undefined ? sample : `${sample}{${labels}}`;
    expect(values.has(series), line).toBe(false);
    values.set(series, Number(value.replace('Inf', 'Infinity')));
  }
  return values;
}

/** Checks that the buckets of each histogram include the smaller ones, and that the last one is the count. */
function checkBuckets(values: ReadonlyMap<string, number>): void {
  const last = new Map<string, number>();
  for (const [series, value] of values) {
    if (!series.includes('_bucket{')) continue;
    const key = series.replace(/,?le="[^"]+"/, '');
    expect(value, series).toBeGreaterThanOrEqual(last.get(key) ?? 0);
    last.set(key, value);
  }
  expect(last.size).toBeGreaterThan(0);
  for (const [key, value] of last) expect(values.get(key.replace('_bucket', '_count')), key).toBe(value);
}

describeOnEachStore(
  'Metrics',
  (server) => {
    const read = async (): Promise<ReadonlyMap<string, number>> => parse((await scrape(server())).text);
    const valueOf = async (series: string): Promise<number> => (await read()).get(series) ?? 0;

    it('are in the text format of Prometheus', async () => {
      await server().admin.get('/api/tools');
      const { status, headers, text } = await scrape(server());
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
        'no-store',
      ]);
      const values = parse(text);
      checkBuckets(values);
      for (const series of ['muster_store_up', 'process_resident_memory_bytes', 'process_start_time_seconds', 'muster_store_bytes'])
        expect(values.get(series), series).toBeGreaterThan(0);
      for (const series of ['nodejs_eventloop_lag_p99_seconds', 'muster_outbox_pending', 'muster_outbox_failing'])
        expect(values.get(series), series).toBeGreaterThanOrEqual(0);
    });

    it('are only for the holder of the token', async () => {
      const { admin } = server();
      for (const authorization of ['', 'Bearer ', TOKEN, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `Bearer ${admin.token}`]) {
        const { status, text } = await scrape(server(), authorization);
        expect([status, (JSON.parse(text) as { code: string }).code], authorization).toEqual([401, 'metrics_token_invalid']);
      }
    });

    it('count requests by route, method and class of status codes, without what users sent', async () => {
      const { admin, anonymous } = server();
      const series = (route: string, method: string, status: string): string =>
        `muster_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`;
      const before = await read();
      const made = await admin.post('/api/tools', { name: 'Rasp' });
      await admin.get(`/api/tools/${made.body._id}`);
      await admin.get('/api/tools/no-such-tool');
      await anonymous.get('/no-such-page');
      const grown = async (): Promise<readonly number[]> => {
        const after = await read();
        return [series('/api/:base', 'POST', '2xx'), series('/api/:base/:id', 'GET', '2xx'), series('/api/:base/:id', 'GET', '4xx')].map(
          (one) => (after.get(one) ?? 0) - (before.get(one) ?? 0),
        );
      };
      // A response arrives a moment before its request is counted.
      await expect.poll(grown).toEqual([1, 1, 1]);
      expect((await scrape(server())).text).not.toMatch(/no-such|Rasp/);
    });

    it('count saves by module and outcome, and commits', async () => {
      const { admin } = server();
      const saves = (outcome: string): string => `muster_saves_total{module="tools",outcome="${outcome}"}`;
      const before = await read();
      const made = await admin.post('/api/tools', { name: 'Plane' });
      await admin.put(`/api/tools/${made.body._id}`, { weight: 5 });
      expect((await admin.post('/api/tools', { name: 'Heavy', weight: 5_000 })).status).toBe(422);
      const after = await read();
      expect([saves('saved'), saves('refused')].map((one) => (after.get(one) ?? 0) - (before.get(one) ?? 0))).toEqual([2, 1]);
      expect(after.get(saves('failed'))).toBeUndefined();
      expect(after.get('muster_store_commits_total') ?? 0).toBeGreaterThanOrEqual((before.get('muster_store_commits_total') ?? 0) + 2);
      expect(after.get('muster_store_commit_seconds_total')).toBeGreaterThan(before.get('muster_store_commit_seconds_total') ?? 0);
    });

    it('count what the query cache serves', async () => {
      const { admin } = server();
      const hits = await valueOf('muster_store_cache_hits_total');
      for (let round = 0; round < 3; round += 1) expect((await admin.post('/api/tools/search', {})).status).toBe(200);
      expect(await valueOf('muster_store_cache_hits_total')).toBeGreaterThan(hits);
    });

    it('count jobs by queue and state, with the age of the next one', async () => {
      await server().application.queue.add('metric-tests', { payload: null });
      const values = await read();
      expect(values.get('muster_queue_jobs{queue="metric-tests",state="waiting"}')).toBe(1);
      expect(values.get('muster_queue_jobs{queue="metric-tests",state="running"}')).toBe(0);
      expect(values.get('muster_queue_oldest_waiting_seconds{queue="metric-tests"}')).toBeGreaterThanOrEqual(0);
    });

    it('count open sockets and the messages that are sent to them', async () => {
      const before = await valueOf('muster_live_messages_total');
      const live = await openLive(server().url, server().admin.token);
      const values = await read();
      expect([values.get('muster_live_sockets{kind="browser"}'), values.get('muster_live_sockets{kind="api_token"}')]).toEqual([1, 0]);
      expect(values.get('muster_live_messages_total')).toBeGreaterThan(before);
      live.close();
      await expect.poll(() => valueOf('muster_live_sockets{kind="browser"}')).toBe(0);
    });
  },
  { ...WORKSHOP, configuration: { metricsToken: TOKEN } },
);

it('are off without a token, and served under overload', async () => {
  let delay = 0;
  const off = await startServer({ ...WORKSHOP, store: 'sqlite' });
  const busy = await startServer({
    ...WORKSHOP,
    store: 'sqlite',
    configuration: { metricsToken: TOKEN, workers: 2 },
    maxLoopDelay: 4_000,
    readLoopDelay: () => delay,
  });
  try {
    const { status, text } = await scrape(off);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([404, 'route_not_found']);
    delay = 5_000;
    expect((await busy.anonymous.get('/api/public-settings')).status).toBe(503);
    const served = await scrape(busy);
    expect(served.status).toBe(200);
    // Several processes share the port: each names itself.
    expect(parse(served.text).get(`muster_store_up{process="${process.pid}"}`)).toBe(1);
  } finally {
    await off.stop();
    await busy.stop();
  }
});
