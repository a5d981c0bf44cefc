import { isDeepStrictEqual } from 'node:util';
import type { KeySchema, RecordKeys } from '#engine/model/compiled';
import type { GroupRow } from '../../../ports/index.ts';
import type { QueryPlan } from '../query/query-plan.ts';
import { affects } from './affects.ts';
import type { ChangeLog, ReadMark } from './change-log.ts';

/** Maximum number of cached results, and of the groups of one. */
const MAX_RESULTS = 500;
const MAX_GROUPS = 1000;

/** Groups and measures of the records of a plan. */
export interface GroupedRead {
  readonly plan: QueryPlan;
  /** Identifies the plan with the groups, the measures and their order. */
  readonly id: string;
  /** The keys that are grouped by or measured. */
  readonly keys: readonly KeySchema[];
}

interface CachedGroups {
  readonly rows: readonly GroupRow[];
  readonly epoch: number;
  next: number;
}

/** Caches groups as long as no record enters or leaves them, or has another value of what they are made of. */
export class GroupCache {
  readonly #log: ChangeLog;
  readonly #results = new Map<string, CachedGroups>();

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  get(read: GroupedRead): readonly GroupRow[] | undefined {
    const cached = this.#results.get(read.id);
    if (cached === undefined) return undefined;
    this.#results.delete(read.id);
    const changes = this.#log.since(read.plan.collection.name, cached);
    if (changes === undefined || affects(read.plan, changes, (_id, before, after) => hasSameKeys(read, before, after))) return undefined;
    cached.next += changes.length;
    this.#results.set(read.id, cached);
    return cached.rows;
  }

  set({ plan, id }: GroupedRead, rows: readonly GroupRow[], { epoch, next }: ReadMark): void {
    if (!plan.canCacheCount || epoch !== this.#log.epoch || rows.length > MAX_GROUPS) return;
    this.#results.set(id, { rows, epoch, next });
    if (this.#results.size > MAX_RESULTS) this.#results.delete(this.#results.keys().next().value ?? '');
  }

  clear(): void {
    this.#results.clear();
  }
}

function hasSameKeys({ keys }: GroupedRead, before: RecordKeys, after: RecordKeys): boolean {
  return keys.every(({ id }) => isDeepStrictEqual(before[id], after[id]));
}
