/** The kinds of Prometheus. A counter only grows, a gauge may fall, a histogram counts observations by size. */
export type MetricKind = 'counter' | 'gauge' | 'histogram';

/** Names and values of the labels of a series: few values each, and never data of users. */
export type Labels = { readonly [name: string]: string };

/** A value of a metric, as it is exposed. */
export interface Sample {
  /** Absent: none. */
  readonly labels?: Labels;
  readonly value: number;
  /** Added to the name of the metric: `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string;
}

/** A metric with its values. */
export interface Metric {
  /** Lowercase with `_`; a counter ends in `_total`, and a unit is in the name: `muster_store_bytes`. */
  readonly name: string;
  readonly kind: MetricKind;
  /** One sentence. */
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** A counter or gauge with one value. */
export function single(name: string, kind: MetricKind, help: string, value: number): Metric {
  return { name, kind, help, samples: [{ value }] };
}

/**
 * Metrics in the text format of Prometheus, version 0.0.4. A metric without values is left out. `common` labels are added to every value.
 */
export function formatMetrics(metrics: readonly Metric[], common: Labels = {}): string {
  const lines: string[] = [];
  for (const { name, kind, help, samples } of metrics) {
    if (samples.length === 0) continue;
    lines.push(`# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`, `# TYPE ${name} ${kind}`);
    for (const { labels, value, suffix = '' } of samples)
      lines.push(`${name}${suffix}${formatLabels({ ...common, ...labels })} ${formatValue(value)}`);
  }
  return `${lines.join('\n')}\n`;
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function formatValue(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : '-Inf';
}
