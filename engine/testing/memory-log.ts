import type { LogPort } from '../ports/index.ts';

/** A line of the log. */
export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** Ids and codes; of a plugin's own lines also its name, as `plugin`. */
  readonly data: object;
  readonly text: string;
}

/** A log that keeps its lines in memory, oldest first. */
export interface MemoryLog extends LogPort {
  readonly entries: readonly LogEntry[];
}

/** Creates an empty log. */
export function createMemoryLog(): MemoryLog {
  const entries: LogEntry[] = [];
  const write = (level: LogEntry['level']) => (data: object, text: string) => void entries.push({ level, data, text });
  return { entries, debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
