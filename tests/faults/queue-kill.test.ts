import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { JobState, QueueJob, QueuePort } from '../../engine/ports/index.ts';
import { removeKeys } from '../contract/queue/remove-keys.ts';
import { isFullRun } from '../support/full-run.ts';
import { readService } from '../support/services.ts';
import { openQueue, QUEUE, SAVES, type QueueLocation } from './killed-queue.ts';

const KILLS = isFullRun ? 20 : 3;
const JOBS_PER_KILL = 30;
/** How often a job that ends its process is started again. */
const LOSS_LIMIT = isFullRun ? 3 : 1;
const MANY_LOSSES = 1_000;
const LEASE = 1_000 * inject('timeoutFactor');

/** Starts a process that works on the jobs, kills it in the middle of some, and returns what it had printed. */
async function workAndKill(location: QueueLocation, round: number): Promise<readonly string[]> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', path.join(import.meta.dirname, 'work-until-killed.ts'), JSON.stringify(location)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let complaints = '';
  child.stderr.on('data', (data: Buffer) => (complaints += data.toString()));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
    // Each time at another place between the call, the save and the end of a job.
    if (output.split('\n').length > 4 + (round % 5)) setTimeout(() => child.kill('SIGKILL'), (round * 3) % 11);
  });
  expect(await ended, complaints).toBe('SIGKILL');
  return output
    .split('\n')
    .filter((line) => line.startsWith('called '))
    .map((line) => line.slice(7));
}

async function listAll(queue: QueuePort, state: JobState): Promise<QueueJob[]> {
  const jobs: QueueJob[] = [];
  for (;;) {
    const page = await queue.list({ queue: QUEUE, state, offset: jobs.length, limit: 200 });
    jobs.push(...page.jobs);
    if (page.jobs.length === 0) return jobs;
  }
}

async function killAgainAndAgain(place: QueueLocation): Promise<void> {
  // A job may be in the middle of its work at several kills.
  const location = { ...place, lossLimit: MANY_LOSSES };
  const calls = new Map<string, number>();
  const noticeCall = (id: string): void => void calls.set(id, (calls.get(id) ?? 0) + 1);
  const { queue, saves, close } = await openQueue(location);
  try {
    const ids: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      for (let index = 0; index < JOBS_PER_KILL; index += 1) ids.push(await queue.add(QUEUE, { id: `job-${round}-${index}` }));
      for (const id of await workAndKill(location, round)) noticeCall(id);
    }
    queue.work(
      QUEUE,
      async ({ id }) => {
        noticeCall(id);
        await saves.commit({
          writes: [{ kind: 'insert', collection: SAVES.name, document: { _id: id, _version: 1 }, keys: {}, definitionVersion: 1 }],
        });
        return id;
      },
      { concurrency: 8, lossLimit: MANY_LOSSES },
    );
    const timeout = 60_000 * inject('timeoutFactor');
    const ended = async (state: JobState) => (await queue.list({ queue: QUEUE, state, limit: 1 })).total;
    await expect.poll(async () => (await ended('completed')) + (await ended('failed')), { timeout }).toBe(ids.length);
    expect((await listAll(queue, 'failed')).map(({ id, error, losses }) => ({ id, error, losses }))).toEqual([]);
    const completed = await listAll(queue, 'completed');
    expect(completed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const { id, result, attempts, failures } of completed)
      expect({ id, result, attempts, failures }).toEqual({ id, result: id, attempts: 1, failures: [] });
    expect(completed.filter(({ losses }) => losses > 0).length).toBeGreaterThanOrEqual(KILLS);
    // Outgoing calls: at least once. Saves: exactly once.
    for (const id of ids) expect(calls.get(id), id).toBeGreaterThanOrEqual(1);
    expect((await saves.count({ collection: SAVES.name, filter: { kind: 'constant', value: true } })).total).toBe(ids.length);
    const [health] = await queue.health();
    expect(health).toEqual({ queue: QUEUE, waiting: 0, delayed: 0, blocked: 0, running: 0, failed: 0 });
  } finally {
    await close();
  }
}

/** A job that ends its process each time is not started again without end. */
async function killItself(location: QueueLocation): Promise<void> {
  const { queue, close } = await openQueue(location);
  try {
    const id = await queue.add(QUEUE, { payload: 'deadly', attempts: 50 });
    for (let run = 0; run <= LOSS_LIMIT; run += 1) await workAndKill(location, run);
    queue.work(QUEUE, async () => 'ran', { lossLimit: LOSS_LIMIT });
    await expect.poll(async () => (await queue.get(QUEUE, [id]))[0]?.state, { timeout: 30_000 * inject('timeoutFactor') }).toBe('failed');
    expect((await queue.get(QUEUE, [id]))[0]).toMatchObject({ error: { code: 'job_lost' }, losses: LOSS_LIMIT + 1 });
    await queue.retry(QUEUE, id);
    await expect.poll(async () => (await queue.get(QUEUE, [id]))[0]?.state).toBe('completed');
  } finally {
    await close();
  }
}

describe('SIGKILL of a process in the middle of jobs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'muster-queue-kill-'));
  const name = `muster-test-${randomUUID().slice(0, 8)}`;
  const [mongoUrl, redisUrl] = [
    readService('MONGODB_URL', 'killing workers on MongoDB'),
    readService('REDIS_URL', 'killing workers on Redis'),
  ];
  let places = 0;
  const locate = (adapter: QueueLocation['adapter'], where: string): QueueLocation => {
    places += 1;
    const savesFile = path.join(folder, `saves-${places}.sqlite`);
    return {
      adapter,
      where: adapter === 'sqlite' ? path.join(folder, `${places}.sqlite`) : where,
      name: `${name}-${places}`,
      savesFile,
      lease: LEASE,
      lossLimit: LOSS_LIMIT,
    };
  };

  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    if (mongoUrl !== undefined) {
      const client = await MongoClient.connect(mongoUrl);
      for (let place = 1; place <= places; place += 1) await client.db(`${name}-${place}`).dropDatabase();
      await client.close();
    }
    if (redisUrl !== undefined) {
      const client = new Redis(redisUrl);
      for (let place = 1; place <= places; place += 1) await removeKeys(client, `${name}-${place}`);
      await client.quit();
    }
  });

  describe.each([
    { adapter: 'sqlite' as const, where: folder },
    { adapter: 'mongodb' as const, where: mongoUrl },
    { adapter: 'bullmq' as const, where: redisUrl },
  ])('on $adapter', ({ adapter, where }) => {
    it.skipIf(where === undefined)(
      `loses no job, and does each save once, ${KILLS} times`,
      () => killAgainAndAgain(locate(adapter, where ?? '')),
      600_000 * inject('timeoutFactor'),
    );

    it.skipIf(where === undefined)(
      'ends a job that takes its process with it',
      () => killItself(locate(adapter, where ?? '')),
      180_000 * inject('timeoutFactor'),
    );
  });
});
