import { parseArgs } from 'node:util';
import type { BenchModule, StoreName } from './modules/bench-module.ts';
import { LEADS } from './modules/leads.ts';
import { SMALL } from './modules/small.ts';

export interface BenchOptions {
  readonly module: BenchModule;
  /** Records in the store. */
  readonly size: number;
  /** Seconds per round. */
  readonly seconds: number;
  readonly rounds: number;
  /** 'sqlite', or 'mongodb' (needs MONGODB_URL). */
  readonly store: StoreName;
  /** Names of workloads to run; all when empty. */
  readonly only: readonly string[];
  /**
   * Where the seeded files are stored for the next run; absent: a temporary folder. With MongoDB, the databases named after
   * the folder stay.
   */
  readonly folder: string | undefined;
}

/** Parses the command line: `npm run bench -- --module small --size 1000000 --rounds 1 --only get,update`. */
export function readBenchOptions(): BenchOptions {
  const { values } = parseArgs({
    options: {
      module: { type: 'string', default: 'leads' },
      size: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string', default: '3' },
      store: { type: 'string', default: 'sqlite' },
      only: { type: 'string', default: '' },
      folder: { type: 'string' },
    },
  });
  const module = values.module === 'small' ? SMALL : LEADS;
  const store = values.store === 'mongodb' ? 'mongodb' : 'sqlite';
  return {
    module,
    size: Number(values.size ?? module.size),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    store,
    only: values.only === '' ? [] : values.only.split(','),
    folder: values.folder,
  };
}
