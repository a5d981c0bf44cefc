import { readdirSync, readFileSync } from 'node:fs';
import { MongoClient, type Document } from 'mongodb';

/** Clock ticks per second in /proc. */
const TICKS = 100;

/** Processor time of a process, its threads and its child processes, in microseconds. */
export function readProcessorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const own = ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS;
  return listChildren(pid).reduce((sum, child) => sum + readProcessorTime(child), own);
}

/** The processes that a process started. */
export function listChildren(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter((text) => text.trim() !== '')
      .map(Number),
  );
}

/** The work of a MongoDB server since its start. */
export interface DatabaseWork {
  /** Processor time in microseconds. */
  readonly time: number;
  /** Commands that it ran: a request, a round trip. */
  readonly commands: number;
}

/** Reads the work of a MongoDB server. */
export interface DatabaseMeter {
  read(): Promise<DatabaseWork>;
  close(): Promise<void>;
}

interface ServerStatus {
  readonly extra_info: { readonly user_time_us: number; readonly system_time_us: number };
  readonly metrics: { readonly commands: { readonly [name: string]: { readonly total?: number } } };
}

/** Without a URL there is no server, and no work. */
export async function openDatabaseMeter(url: string | undefined): Promise<DatabaseMeter> {
  if (url === undefined) return { read: () => Promise.resolve({ time: 0, commands: 0 }), close: () => Promise.resolve() };
  const client = await new MongoClient(url).connect();
  return {
    read: async () => {
      const { extra_info: info, metrics } = (await client.db('admin').command({ serverStatus: 1 })) as ServerStatus & Document;
      const commands = Object.values(metrics.commands).reduce((sum, { total }) => sum + Number(total ?? 0), 0);
      return { time: Number(info.user_time_us) + Number(info.system_time_us), commands };
    },
    close: () => client.close(),
  };
}
