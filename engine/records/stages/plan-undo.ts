import type { JsonObject, JsonValue } from '#engine/model';
import type { ChangeEntry } from '../shapes/change-entry.ts';
import type { SaveKind } from '../hooks.ts';

/** What takes back all that one batch did to one record. */
export interface UndoStep {
  readonly module: string;
  readonly id: string;
  /** `gone`: removed for good, nothing takes that back. */
  readonly kind: SaveKind | 'gone';
  readonly fields: JsonObject;
  /** Fields that a person set; the others were set by the product. */
  readonly asked: ReadonlySet<string>;
  /** The version that the batch left; the record must still have it. */
  readonly version: number;
  /** False when someone else's save lies between two of the batch's. */
  readonly unbroken: boolean;
  /** Every change was an answer of in-save hooks to another save of the batch. */
  readonly derived: boolean;
  /** The changes in which its own have their origin, by id: an answer of hooks goes back with these alone. */
  readonly origins: ReadonlySet<string>;
  /** Every change was made with the product's rights, so that its undoing has them too. */
  readonly byProduct: boolean;
  readonly last: ChangeEntry;
}

/** The steps that undo a batch, in the order to take them: what was asked for first, last change first; derived ones after. */
export function planUndo(changes: readonly ChangeEntry[]): readonly UndoStep[] {
  const byRecord = new Map<string, ChangeEntry[]>();
  for (const change of changes) {
    const key = `${change.module}:${change.record_id}`;
    byRecord.set(key, [...(byRecord.get(key) ?? []), change]);
  }
  const originOf = findOrigins(changes);
  const steps = [...byRecord.values()].map((own) => ({ ...planRecord(own), origins: new Set(own.map(originOf)) })).reverse();
  const order = new Map(changes.map((change, index) => [change._id, index]));
  const place = (step: UndoStep): number => order.get(step.last._id) ?? 0;
  return [...steps.filter((step) => !step.derived), ...steps.filter((step) => step.derived)].sort((a, b) => Number(a.derived) - Number(b.derived) || place(b) - place(a));
}

/** The change that a change goes back to, by id; of what was not caused by another, itself. */
function findOrigins(changes: readonly ChangeEntry[]): (change: ChangeEntry) => string {
  const byId = new Map(changes.map((change) => [change._id, change]));
  const originOf = (change: ChangeEntry): string => {
    const cause = byId.get(change.caused_by ?? '');
    return cause === undefined || cause === change ? change._id : originOf(cause);
  };
  return originOf;
}

function planRecord(changes: readonly ChangeEntry[]): Omit<UndoStep, 'origins'> {
  const first = changes[0] as ChangeEntry;
  const last = changes.at(-1) as ChangeEntry;
  const base = { module: last.module, id: last.record_id, version: last.version, last, asked: new Set(changes.flatMap((change) => change.asked)), derived: changes.every((change) => change.caused_by !== undefined), byProduct: changes.every((change) => change.by_product === true), unbroken: isUnbroken(changes) };
  if (changes.some((change) => change.kind === 'remove')) return { ...base, kind: 'gone', fields: {} };
  if (first.kind === 'create') return { ...base, kind: 'delete', fields: {} };
  const fields: { [name: string]: JsonValue } = {};
  for (const change of [...changes].reverse()) Object.assign(fields, change.before);
  const { deleted, ...others } = fields;
  return { ...base, kind: deleted === undefined ? 'update' : deleted === true ? 'delete' : 'restore', fields: others };
}

/** Saves of one unit share a version; others follow each other without a gap. */
function isUnbroken(changes: readonly ChangeEntry[]): boolean {
  return changes.every((change, index) => index === 0 || change.version - (changes[index - 1] as ChangeEntry).version <= 1);
}
