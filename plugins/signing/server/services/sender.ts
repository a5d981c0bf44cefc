import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { toText } from '#engine/model';
import type { Instance } from './instances.ts';

/** The name of who sends a document; that of the product if it is nobody's. */
export async function readSender({ records }: Pick<PluginContext, 'records'>, { record }: Pick<Instance, 'record'>): Promise<string> {
  const id = toText(record['assigned_to']) || toText(record['created_by']);
  if (id === '') return 'Muster';
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'users', filter: { _id: id }, fields: ['name'], limit: 1, totalLimit: 1 });
  return toText(data[0]?.['name']) || 'Muster';
}
