import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Leads in the store. */
  readonly size: number;
  /** Seconds per round. */
  readonly seconds: number;
  readonly rounds: number;
  /** 'sqlite', or 'mongodb' (needs MONGODB_URL). */
  readonly store: 'sqlite' | 'mongodb';
  /** Names of workloads to run; all when empty. */
  readonly only: readonly string[];
  /** Where the seeded files are stored for the next run; absent: a temporary folder. SQLite only. */
  readonly folder: string | undefined;
}

/** Parses the command line: `npm run bench -- --size 1000000 --rounds 1 --only get,update`. */
export function readBenchOptions(): BenchOptions {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '3' },
      store: { type: 'string', default: 'sqlite' },
      only: { type: 'string', default: '' },
      folder: { type: 'string' },
    },
  });
  return {
    size: Number(values.size),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    store: values.store === 'mongodb' ? 'mongodb' : 'sqlite',
    only: values.only === '' ? [] : values.only.split(','),
    folder: values.folder,
  };
}
