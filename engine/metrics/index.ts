export { formatMetrics, single, type Labels, type Metric, type MetricKind, type Sample } from './metric.ts';
export { ProcessMetrics } from './process-metrics.ts';
export { RequestTimes, type RouteTimes } from './request-times.ts';
export { SaveCounts, type SaveOutcome } from './save-counts.ts';
