import type { CollectionSchema, CompiledField, CompiledModule } from '#engine/model/compiled';
import type { SaveAttempt } from '../save/write-context.ts';

/**
 * One document for each changed record that many records point to, which a job calculates again: the stable ids of their module and of the
 * field that points to it, and the id of the changed record.
 */
export const CALCULATIONS_COLLECTION: CollectionSchema = { name: '_calculations', keys: [], indexes: [], contains: [] };

/** The records of a module that point to a changed record. */
export interface CalculationRequest {
  readonly module: CompiledModule;
  readonly link: CompiledField;
  readonly target: string;
}

/** Requests that a job calculates these records, in the commit of the save that made them stale. A later request starts the job again. */
export async function requestCalculation({ unit }: SaveAttempt, { module, link, target }: CalculationRequest): Promise<void> {
  const id = `${module.id}.${link.id}.${target}`;
  const document = await unit.systemDocuments.load(CALCULATIONS_COLLECTION.name, id);
  const values = { module: module.id, link: link.id, target };
  unit.systemDocuments.put(CALCULATIONS_COLLECTION.name, id, values, {}, { document, keys: {} });
}
