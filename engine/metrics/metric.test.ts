import { expect, it } from 'vitest';
import { formatMetrics, single } from './metric.ts';
import { RequestTimes } from './request-times.ts';
import { SaveCounts } from './save-counts.ts';

it('writes values with their labels escaped, and leaves out metrics without values', () => {
  const text = formatMetrics(
    [
      single('a_total', 'counter', 'Two\nlines and a \\.', 3),
      { name: 'b', kind: 'gauge', help: 'B.', samples: [{ labels: { x: 'say "a\\b"\n' }, value: 0.25 }] },
      { name: 'c', kind: 'gauge', help: 'C.', samples: [] },
      { name: 'd', kind: 'gauge', help: 'D.', samples: [NaN, Infinity, -Infinity].map((value) => ({ value })) },
    ],
    { process: '7' },
  );
  expect(text.split('\n')).toEqual([
    '# HELP a_total Two\\nlines and a \\\\.',
    '# TYPE a_total counter',
    'a_total{process="7"} 3',
    '# HELP b B.',
    '# TYPE b gauge',
    'b{process="7",x="say \\"a\\\\b\\"\\n"} 0.25',
    '# HELP d D.',
    '# TYPE d gauge',
    'd{process="7"} NaN',
    'd{process="7"} +Inf',
    'd{process="7"} -Inf',
    '',
  ]);
});

it('counts requests in buckets that include the smaller ones, by class of status codes', () => {
  const requests = new RequestTimes();
  const route = requests.ofRoute('/api/:base', 'GET');
  requests.ofRoute('/api/unused', 'GET');
  for (const milliseconds of [1, 5, 40, 20_000]) route.observe(200, milliseconds);
  route.observe(404, 2);
  const { samples } = requests.metric();
  const find = (suffix: string, status: string, le?: string): number | undefined =>
    samples.find((one) => one.suffix === suffix && one.labels?.['status'] === status && one.labels['le'] === le)?.value;
  expect(['0.005', '0.025', '0.05', '10', '+Inf'].map((le) => find('_bucket', '2xx', le))).toEqual([2, 2, 3, 3, 4]);
  expect([find('_count', '2xx'), find('_count', '4xx'), find('_sum', '4xx')]).toEqual([4, 1, 0.002]);
  expect(find('_sum', '2xx')).toBeCloseTo(20.046);
  expect(samples.every(({ labels }) => labels?.['route'] === '/api/:base')).toBe(true);
});

it('counts saves by module and outcome', () => {
  const counts = new SaveCounts();
  counts.add('tools', 'saved');
  counts.add('tools', 'saved');
  counts.add('makers', 'refused');
  expect(counts.metric().samples).toEqual([
    { labels: { module: 'tools', outcome: 'saved' }, value: 2 },
    { labels: { module: 'makers', outcome: 'refused' }, value: 1 },
  ]);
});
