import { MusterError, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';

/** Changes the record of a call as it was read. Errors: `version_conflict`. */
export async function changeCallRecord(
  { records }: Pick<PluginContext, 'records'>,
  module: 'messages' | 'recordings',
  { _id, _version }: VisibleRecord,
  fields: JsonObject,
): Promise<VisibleRecord> {
  return (await records.update(SYSTEM_ACTOR, { module, id: _id, version: Number(_version), fields })).record;
}

/** Runs a step of a call. It is skipped if somebody cancelled the call meanwhile, or another run is ahead. */
export async function skipIfOvertaken(step: () => Promise<JsonObject>): Promise<JsonObject> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof MusterError && error.code === 'version_conflict') return { skipped: true };
    throw error;
  }
}
