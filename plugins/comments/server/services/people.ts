import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { toText, type JsonObject } from '#engine/model';

type Records = Pick<PluginContext, 'records'>;
type Settings = Pick<PluginContext, 'setting'>;

/** Types of staff if the setting is missing. */
const STAFF_TYPES: readonly string[] = ['Admin', 'Standard'];

/** A record that comments are written on. */
export interface CommentedRecord {
  readonly module: string;
  readonly id: string;
}

/** A user by name. */
export interface Person {
  readonly _id: string;
  readonly name: string;
}

function staffTypes({ setting }: Settings): readonly string[] {
  const types = setting('staff_user_types');
  return ['System Admin', ...(Array.isArray(types) ? types.filter((type) => typeof type === 'string') : STAFF_TYPES)];
}

/** Active staff that match a filter, by name. Comments are internal: users of other types neither read them nor hear of them. */
export async function findStaff(
  context: Records & Settings,
  filter: JsonObject,
  { limit, terms }: { readonly limit: number; readonly terms?: string | undefined },
): Promise<readonly Person[]> {
  const { data } = await context.records.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { ...filter, active: true, userType: { in: [...staffTypes(context)] } },
    fields: ['name'],
    ...(terms === undefined ? { sort: [{ sortField: 'name', sortOrder: 'asc' as const }] } : { terms }),
    limit,
  });
  return data.map(({ _id, name }) => ({ _id, name: toText(name) }));
}

/** Whether a user may see a record now. */
export async function maySee({ records }: Records, userId: string, { module, id }: CommentedRecord): Promise<boolean> {
  return records.find({ kind: 'user', userId }, { module, filter: { _id: id }, fields: ['_id'], limit: 1, totalLimit: 1 }).then(
    ({ data }) => data.length > 0,
    () => false,
  );
}

/** Of these users, the active staff who may see a record. */
export async function keepReaders(
  context: Records & Settings,
  ids: readonly string[],
  record: CommentedRecord,
): Promise<readonly Person[]> {
  if (ids.length === 0) return [];
  const staff = await findStaff(context, { _id: { in: [...new Set(ids)] } }, { limit: ids.length });
  const may = await Promise.all(staff.map(({ _id }) => maySee(context, _id, record)));
  return staff.filter((_, index) => may[index] === true);
}
