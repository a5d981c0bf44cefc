import { median, runLoad, type LoadOptions, type LoadResult } from './load.ts';
import type { BenchModule } from './modules/bench-module.ts';
import type { Prepared } from './prepare.ts';
import { readProcessorTime, type DatabaseMeter } from './processor-time.ts';
import { signBaselineToken, type BenchServer } from './servers.ts';
import type { Workload } from './workloads.ts';
import { startWriter } from './writer.ts';

export interface Servers {
  readonly product: BenchServer;
  readonly baseline: BenchServer;
  readonly bare: BenchServer;
  readonly database: DatabaseMeter;
}

/** One round on one server, with the processor time per request in microseconds, of the server and of the database server. */
export interface Round extends LoadResult {
  readonly serverTime: number;
  readonly databaseTime: number;
  /** Commands to the database server per request. */
  readonly commands: number;
}

export interface Row {
  readonly workload: Workload;
  readonly ours: readonly Round[];
  readonly baseline: readonly Round[];
  /** Of the server without a database, in the same rounds; only for get. */
  readonly bare: readonly Round[];
}

export interface MeasureOptions {
  readonly module: BenchModule;
  readonly seconds: number;
  readonly rounds: number;
  readonly prepared: Prepared;
  readonly signIn: () => Promise<string>;
}

/** Measures a workload in rounds: the product, then the baseline, with a writer beside the product's reads. */
export async function measureWorkload(
  workload: Workload,
  { product, baseline, bare, database }: Servers,
  options: MeasureOptions,
): Promise<Row> {
  const ours: Round[] = [];
  const theirs: Round[] = [];
  const empty: Round[] = [];
  const { seconds } = options;
  const token = signBaselineToken();
  const { make, check } = { make: workload.baseline, check: workload.checkBaseline };
  for (let round = 0; round < options.rounds; round += 1) {
    const ownToken = await options.signIn();
    const writer = workload.reads ? startWriter(product.url, ownToken, options.module, options.prepared.visibleIds) : undefined;
    ours.push(
      await runRound(product, database, { url: product.url, token: ownToken, seconds, make: workload.ours, check: workload.checkOurs }),
    );
    await writer?.stop();
    theirs.push(await runRound(baseline, database, { url: baseline.url, token, seconds, make, check }));
    if (workload.name === 'get')
      empty.push(await runRound(bare, database, { url: bare.url, token, seconds, make, check: (body) => body.includes('_id') }));
  }
  return { workload, ours, baseline: theirs, bare: empty };
}

async function runRound(server: BenchServer, database: DatabaseMeter, options: LoadOptions): Promise<Round> {
  const before = { server: readProcessorTime(server.pid), database: await database.read() };
  const result = await runLoad(options);
  const count = Math.max(1, result.completed);
  const after = await database.read();
  return {
    ...result,
    serverTime: (readProcessorTime(server.pid) - before.server) / count,
    databaseTime: (after.time - before.database.time) / count,
    commands: (after.commands - before.database.commands) / count,
  };
}

/** The ratios of the rates of paired rounds: their median. */
export function ratioOf(ours: readonly LoadResult[], theirs: readonly LoadResult[]): number {
  return median(ours.map((result, index) => result.rate / (theirs[index] as LoadResult).rate));
}
