import { randomFillSync } from 'node:crypto';
import { pino } from 'pino';
import type { ClockPort, IdsPort, LogPort } from '../ports/index.ts';

/** Returns the system clock. */
export function createSystemClock(): ClockPort {
  return { now: () => Date.now() };
}

/** Random bytes are drawn in bulk: a system call for each id would cost more than the id. */
const POOL_BYTES = 8_192;

/** UUIDv7: milliseconds, then a counter, then random bits; ids of one process increase strictly, also within a millisecond. */
export function createIds(clock: ClockPort): IdsPort {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  let last = 0;
  let counter = 0;
  const draw = (bytes: number): Buffer => {
    if (used + bytes > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return pool.subarray(used - bytes, used);
  };
  return {
    next() {
      const now = clock.now();
      const random = draw(10);
      if (now > last) {
        last = now;
        // The counter starts low enough to leave space for every id of a millisecond.
        counter = random.readUInt16BE(8) & 0x7ff;
      } else if (++counter > 0xfff) {
        last += 1;
        counter = random.readUInt16BE(8) & 0x7ff;
      }
      const time = last.toString(16).padStart(12, '0');
      random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
      const chance = random.toString('hex', 0, 8);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${chance.slice(0, 4)}-${chance.slice(4)}`;
    },
  };
}

/** Writes structured logs as lines of JSON to standard output: ids and codes, never user input. */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error' | 'silent' = 'info'): LogPort {
  const logger = pino({ level, base: { pid: process.pid } });
  return {
    debug: (data, text) => logger.debug(data, text),
    info: (data, text) => logger.info(data, text),
    warn: (data, text) => logger.warn(data, text),
    error: (data, text) => logger.error(data, text),
  };
}
