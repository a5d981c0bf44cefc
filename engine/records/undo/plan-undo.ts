import type { JsonObject, JsonValue } from '#engine/model/values';
import type { ChangeEntry } from '../history/change-entry.ts';
import type { SaveKind } from '../hooks.ts';

/** What an undo keeps in memory of one record: names and ids, never values. */
export interface UndoTarget {
  readonly module: string;
  readonly id: string;
  /** Its changes in the batch, oldest first. */
  readonly changeIds: readonly string[];
  /** Every change was made by in-transaction hooks in response to another save of the batch. */
  readonly derived: boolean;
  /** Ids of the changes that caused its own: a change by hooks is only undone with these. */
  readonly origins: ReadonlySet<string>;
}

/** The inverse of all changes of one batch to one record. */
export interface UndoStep {
  readonly module: string;
  readonly id: string;
  /** `gone`: permanently removed, which cannot be undone. */
  readonly kind: SaveKind | 'gone';
  readonly fields: JsonObject;
  /** Fields that a user set; the others were set by the product. */
  readonly requested: ReadonlySet<string>;
  /** The version after the batch; the record must still have it. */
  readonly version: number;
  /** The batch created the record. */
  readonly isCreation: boolean;
  /** False if another save is between two saves of the batch. */
  readonly isContiguous: boolean;
  /** Every change was made with the product's rights, so its undo has them too. */
  readonly trusted: boolean;
  readonly last: ChangeEntry;
}

interface TargetDraft {
  readonly module: string;
  readonly id: string;
  readonly changeIds: string[];
  derived: boolean;
  /** Position of the last change in the batch. */
  position: number;
}

/** Plans the undo of a batch from its changes, oldest first. They are processed one by one and not kept in memory. */
export class UndoPlanner {
  readonly #sketches = new Map<string, TargetDraft>();
  /** The change that caused a change, by id; only for changes by hooks. */
  readonly #causes = new Map<string, string>();
  #count = 0;

  add(change: Pick<ChangeEntry, '_id' | 'module' | 'record_id' | 'caused_by'>): void {
    const key = formatRecordRef(change.module, change.record_id);
    const sketch = this.#sketches.get(key) ?? { module: change.module, id: change.record_id, changeIds: [], derived: true, position: 0 };
    sketch.changeIds.push(change._id);
    sketch.derived &&= change.caused_by !== undefined;
    sketch.position = this.#count++;
    this.#sketches.set(key, sketch);
    if (change.caused_by !== undefined) this.#causes.set(change._id, change.caused_by);
  }

  /** The targets in the order of the undo: requested changes first, last change first; derived ones after them. */
  targets(): readonly UndoTarget[] {
    const sketches = [...this.#sketches.values()].sort((a, b) => Number(a.derived) - Number(b.derived) || b.position - a.position);
    return sketches.map(({ module, id, changeIds, derived }) => ({
      module,
      id,
      changeIds,
      derived,
      origins: new Set(changeIds.map((change) => this.#originOf(change))),
    }));
  }

  /** The change that caused a change; a change without a cause returns itself. */
  #originOf(id: string): string {
    const cause = this.#causes.get(id);
    return cause === undefined || cause === id ? id : this.#originOf(cause);
  }
}

/** Formats a reference to a record by module and id. */
export function formatRecordRef(module: string, id: string): string {
  return `${module}:${id}`;
}

/** The step that reverts what these changes, oldest first, did to their record. */
export function planStep(changes: readonly ChangeEntry[]): UndoStep {
  const first = changes[0] as ChangeEntry;
  const last = changes.at(-1) as ChangeEntry;
  const base = {
    module: last.module,
    id: last.record_id,
    version: last.version,
    last,
    requested: new Set(changes.flatMap((change) => change.asked)),
    trusted: changes.every((change) => change.by_product === true),
    isContiguous: isContiguous(changes),
    isCreation: first.kind === 'create',
  };
  if (changes.some((change) => change.kind === 'remove')) return { ...base, kind: 'gone', fields: {} };
  if (first.kind === 'create') return { ...base, kind: 'delete', fields: {} };
  const fields: { [name: string]: JsonValue } = {};
  for (const change of [...changes].reverse()) Object.assign(fields, change.before);
  const { deleted, ...others } = fields;
  return { ...base, kind: deleted === undefined ? 'update' : deleted === true ? 'delete' : 'restore', fields: others };
}

/** Saves of one unit share a version; others follow each other without a gap. */
function isContiguous(changes: readonly ChangeEntry[]): boolean {
  return changes.every((change, index) => index === 0 || change.version - (changes[index - 1] as ChangeEntry).version <= 1);
}
