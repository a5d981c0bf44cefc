import { Random } from '../../definitions/seeds/random.ts';
import type { BenchModule } from './modules/bench-module.ts';

/** Number of statuses that it sets: the first ones of the module. */
const STATUS_COUNT = 4;

/** Changes the status of records that the reads match, 20 times per second, while they run. */
export function startWriter(
  url: string,
  token: string,
  { name, statusField, statuses }: BenchModule,
  ids: readonly string[],
): { stop(): Promise<number> } {
  const random = new Random(99);
  let written = 0;
  let pending: Promise<unknown> = Promise.resolve();
  const write = async (): Promise<void> => {
    const response = await fetch(`${url}/api/${name}/${random.pick(ids)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ [statusField]: random.pick(statuses.slice(0, STATUS_COUNT)) }),
    });
    if (!response.ok) throw new Error(`the writer was refused: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
    written += 1;
  };
  const timer = setInterval(() => {
    pending = Promise.all([pending, write()]);
    pending.catch(() => undefined);
  }, 50);
  return {
    async stop() {
      clearInterval(timer);
      await pending;
      return written;
    },
  };
}
