// Run by the kill test of queues: works on jobs and prints each step to standard output, until it is killed.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openQueue, QUEUE, saveOnce, type QueueLocation } from './killed-queue.ts';

const location = JSON.parse(process.argv[2] ?? '') as QueueLocation;
const { queue, saves } = await openQueue(location);

/** Written completely before it returns: nothing is buffered in this process when it is killed. */
function printLine(line: string): void {
  writeSync(1, `${line}\n`);
}

queue.work(
  QUEUE,
  async ({ id, payload }) => {
    if (payload === 'deadly') process.kill(process.pid, 'SIGKILL');
    printLine(`called ${id}`);
    await sleep(5);
    await saveOnce(saves, id);
    await sleep(5);
    return id;
  },
  { concurrency: 4, lossLimit: location.lossLimit },
);

// The timers of a queue do not keep a process alive.
setInterval(() => undefined, 60_000);
