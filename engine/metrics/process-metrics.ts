import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { single, type Metric } from './metric.ts';

/** Milliseconds between two measurements of the event loop. */
const RESOLUTION = 20;

/** Measures the process and the delay of its event loop, under the names that Prometheus libraries use. */
export class ProcessMetrics {
  readonly #delay: IntervalHistogram;

  constructor() {
    this.#delay = monitorEventLoopDelay({ resolution: RESOLUTION });
    this.#delay.enable();
  }

  /** The delays are those since the last call. */
  metrics(): readonly Metric[] {
    const { user, system } = process.cpuUsage();
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
    const descriptors = countDescriptors();
    return [
      single('process_cpu_user_seconds_total', 'counter', 'Processor time of the process itself.', user / 1e6),
      single('process_cpu_system_seconds_total', 'counter', 'Processor time of the operating system for the process.', system / 1e6),
      single('process_cpu_seconds_total', 'counter', 'Processor time in all.', (user + system) / 1e6),
      single(
        'process_start_time_seconds',
        'gauge',
        'When the process started, in seconds since 1970.',
        Date.now() / 1000 - process.uptime(),
      ),
      single('process_resident_memory_bytes', 'gauge', 'Memory of the process.', rss),
      single('nodejs_heap_size_total_bytes', 'gauge', 'Memory that the JavaScript heap has.', heapTotal),
      single('nodejs_heap_size_used_bytes', 'gauge', 'Memory that the JavaScript heap uses.', heapUsed),
      single('nodejs_external_memory_bytes', 'gauge', 'Memory of buffers outside the heap.', external),
      ...(descriptors === undefined ? [] : [single('process_open_fds', 'gauge', 'Open files and connections.', descriptors)]),
      ...this.#loopMetrics(),
    ];
  }

  stop(): void {
    this.#delay.disable();
  }

  #loopMetrics(): Metric[] {
    const delay = this.#delay;
    // The timer itself takes RESOLUTION; before the first measurement there is no value.
    const seconds = (nanoseconds: number): number => (delay.count === 0 ? 0 : Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1000));
    const loop = (name: string, help: string, nanoseconds: number): Metric =>
      single(
        `nodejs_eventloop_lag_${name}_seconds`,
        'gauge',
        `Delay of the event loop since the last request for metrics: ${help}.`,
        seconds(nanoseconds),
      );
    const metrics = [
      loop('mean', 'mean', delay.mean),
      loop('p50', 'half of the measurements were shorter', delay.percentile(50)),
      loop('p99', '99 of 100 were shorter', delay.percentile(99)),
      loop('max', 'the longest', delay.max),
    ];
    delay.reset();
    return metrics;
  }
}

/** Open file descriptors; undefined where the system does not list them. */
function countDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
