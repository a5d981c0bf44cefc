import { allOf, type FilterNode, type SortStep } from '#engine/model/filter';
import type { CommitResult, JobReference, StorePort, StoreWrite, UnitOfWork } from '../../ports/index.ts';
import { childrenOf, JOB_KEYS, JOBS_COLLECTION, toDocumentId, toKeys, toRecord, type JobDocument } from './job-document.ts';

/** Attempts to change a job that other processes change at the same time. */
const MAX_TRIES = 50;

const COLLECTION = JOBS_COLLECTION.name;

/** The jobs in a store. */
export class JobTable {
  readonly #store: StorePort;

  constructor(store: StorePort) {
    this.#store = store;
  }

  async get(references: readonly JobReference[]): Promise<readonly (JobDocument | undefined)[]> {
    const found = await this.#store.get(
      COLLECTION,
      references.map(({ queue, id }) => toDocumentId(queue, id)),
    );
    return found.map((record) => record?.document as unknown as JobDocument | undefined);
  }

  async getOne(reference: JobReference): Promise<JobDocument | undefined> {
    return (await this.get([reference]))[0];
  }

  /** In ascending order of their position. */
  async find(filter: FilterNode, limit: number, offset = 0): Promise<readonly JobDocument[]> {
    const found = await this.#store.find({ collection: COLLECTION, filter: withOrder(filter), sort: byOrder(false), offset, limit });
    return found.map(({ document }) => document as unknown as JobDocument);
  }

  /** All of them, read in batches. Those that move while they are read may be missing, or be there twice. */
  async findAll(filter: FilterNode, batch: number): Promise<readonly JobDocument[]> {
    const jobs: JobDocument[] = [];
    for (;;) {
      const found = await this.find(filter, batch, jobs.length);
      jobs.push(...found);
      if (found.length < batch) return jobs;
    }
  }

  async page(
    filter: FilterNode,
    range: { readonly descending: boolean; readonly offset: number; readonly limit: number },
  ): Promise<{ readonly jobs: readonly JobDocument[]; readonly total: number }> {
    const { descending, offset, limit } = range;
    const { records, total } = await this.#store.page({
      collection: COLLECTION,
      filter: withOrder(filter),
      sort: byOrder(descending),
      offset,
      limit,
    });
    return { jobs: records.map(({ document }) => document as unknown as JobDocument), total };
  }

  async count(filter: FilterNode): Promise<number> {
    return (await this.#store.count({ collection: COLLECTION, filter })).total;
  }

  /** Inserts jobs together, or none of them. */
  insert(jobs: readonly JobDocument[], checks?: Pick<UnitOfWork, 'versionChecks'>): Promise<CommitResult> {
    return this.#store.commit({ writes: jobs.map(toInsert), ...checks });
  }

  /** Stores the next state of a job; undefined when somebody else changed it first. */
  async replace(job: JobDocument, next: JobDocument, checks?: Pick<UnitOfWork, 'absenceChecks'>): Promise<JobDocument | undefined> {
    const document = { ...next, _version: job._version + 1 };
    const result = await this.#store.commit({ writes: [toUpdate(job, document)], ...checks });
    return result.committed ? document : undefined;
  }

  /** Changes the current state of a job; undefined when there is none, or `change` returns undefined. */
  async change(reference: JobReference, change: (job: JobDocument) => JobDocument | undefined): Promise<JobDocument | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const job = await this.getOne(reference);
      const next = job && change(job);
      if (!job || !next) return undefined;
      const stored = await this.replace(job, next);
      if (stored) return stored;
    }
    return undefined;
  }

  /** Makes a parent wait for a worker, unless a child is added in the same moment. */
  async unblock(parent: JobDocument, next: JobDocument): Promise<JobDocument | undefined> {
    const filter = childrenOf(parent, true);
    return this.replace(parent, next, { absenceChecks: [{ collection: COLLECTION, filter, exceptIds: [], lockKeys: [parent._id] }] });
  }

  /** False when somebody else changed it first. */
  async remove(job: JobDocument): Promise<boolean> {
    const { _id: id, _version: expectedVersion } = job;
    const write: StoreWrite = { kind: 'remove', collection: COLLECTION, id, previousKeys: toKeys(job), expectedVersion };
    return (await this.#store.commit({ writes: [write] })).committed;
  }
}

/** Every job has a position. A store that knows it reads one range of the index; else also that of jobs without one, from a snapshot. */
function withOrder(filter: FilterNode): FilterNode {
  return allOf([filter, { kind: 'exists', keys: [JOB_KEYS.order] }]);
}

function byOrder(descending: boolean): readonly SortStep[] {
  return [{ kind: 'key', key: JOB_KEYS.order, descending }];
}

function toInsert(job: JobDocument): StoreWrite {
  return { kind: 'insert', collection: COLLECTION, document: toRecord(job), keys: toKeys(job), definitionVersion: 0 };
}

function toUpdate(job: JobDocument, next: JobDocument): StoreWrite {
  return {
    kind: 'update',
    collection: COLLECTION,
    document: toRecord(next),
    keys: toKeys(next),
    previousKeys: toKeys(job),
    expectedVersion: job._version,
    definitionVersion: 0,
  };
}
