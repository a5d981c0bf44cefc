import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../../access/index.ts';
import type { AuditRow, AuditRowReader } from '../../../records/index.ts';
import { hideMissing } from '../values/hide-missing.ts';
import type { WorkflowContext } from '../workflow-context.ts';

/** Records whose earlier state is in memory at once. Of others it is worked out again. */
const MAX_IN_MEMORY = 1_000;

/** A record before and after one save of the past. */
export interface PastSave {
  /** Undefined: the save created the record. */
  readonly before: RecordDocument | undefined;
  readonly after: RecordDocument;
}

/**
 * Works out the states of records at earlier times: from their present state, with what the audit says of each save undone, the latest save
 * first. Sensitive values are not in the audit: they are those of today.
 */
export class PastRecords {
  readonly #context: Pick<WorkflowContext, 'records'>;
  readonly #module: CompiledModule;
  readonly #audit: AuditRowReader;
  /** The state before the last row that was undone; null: the record is gone. */
  readonly #states = new Map<string, RecordDocument | null>();

  constructor(context: Pick<WorkflowContext, 'records'>, module: CompiledModule, audit: AuditRowReader) {
    this.#context = context;
    this.#module = module;
    this.#audit = audit;
  }

  /** The record before and after the save of a row; rows are passed from the latest to the earliest. Undefined: the record is gone. */
  async undo(row: AuditRow): Promise<PastSave | undefined> {
    const after = this.#states.get(row.record) ?? (await this.#findAfter(row));
    this.#states.delete(row.record);
    if (after === undefined || after === null) return undefined;
    const before = undoRow(after, row);
    this.#states.set(row.record, before ?? null);
    for (const first of this.#states.keys()) if (this.#states.size > MAX_IN_MEMORY) this.#states.delete(first);
    return { before, after };
  }

  /** The state after a row: the present one with all later rows undone. */
  async #findAfter({ record: id, _id }: AuditRow): Promise<RecordDocument | undefined> {
    const present = await this.#context.records.get(SYSTEM_ACTOR, { module: this.#module.name, id }).catch(hideMissing);
    let state = present as unknown as RecordDocument | undefined;
    for await (const later of this.#audit.ofRecord(id, _id)) if (state !== undefined) state = undoRow(state, later) ?? state;
    return state;
  }
}

/** Undefined: the row created the record. */
function undoRow(after: RecordDocument, { entries }: AuditRow): RecordDocument | undefined {
  if (entries.some(({ field, before }) => field === null && before === null)) return undefined;
  const changed = entries.flatMap(({ field, before }) => (field === null ? [] : [[field, before] as const]));
  return { ...after, ...Object.fromEntries(changed) };
}
