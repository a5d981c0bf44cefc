import { MusterError, SYSTEM_ACTOR, type PluginContext, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';

/** The modules of people and companies, with their fields for numbers. */
const PHONES: { readonly [module: string]: readonly string[] } = {
  leads: ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'],
  contacts: ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'],
  providers: ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'],
  applicants: ['mobile_phone', 'home_phone', 'office_phone', 'other_phone'],
  accounts: ['office_phone'],
};

/** The modules that the main record of a message can be in. */
const MAIN_MODULES: readonly string[] = ['leads', 'contacts', 'providers', 'accounts'];

/** Records of one module that a message is linked to at most. */
const MOST = 20;

/** A record that has a number. */
export interface NumberOwner {
  readonly module: string;
  readonly record: VisibleRecord;
}

type Records = Pick<PluginContext, 'records'>;

/** All records that have a number, people before companies and in each module those changed last first; at most 20 of a module. */
export async function findPeople(context: Records, number: string): Promise<readonly NumberOwner[]> {
  const found = await Promise.all(
    Object.entries(PHONES).map(async ([module, fields]) => {
      const data = await findByFields(context, module, fields, number).catch(async (error: unknown) => {
        // Among very many records only the first field has an index: a message is stored all the same.
        if (isError(error, 'filter_too_costly')) return findByFields(context, module, fields.slice(0, 1), number);
        if (isError(error, 'module_not_found')) return [];
        throw error;
      });
      return data.map((record) => ({ module, record }));
    }),
  );
  return found.flat();
}

async function findByFields(
  { records }: Records,
  module: string,
  fields: readonly string[],
  number: string,
): Promise<readonly VisibleRecord[]> {
  const filter: JsonObject = { or: fields.map((field) => ({ [field]: { equals: number } })) };
  const sort = [{ sortField: 'updatedAt', sortOrder: 'desc' as const }];
  return (await records.find(SYSTEM_ACTOR, { module, filter, sort, limit: MOST, totalLimit: 1 })).data;
}

function isError(error: unknown, code: string): boolean {
  return error instanceof MusterError && error.code === code;
}

/** The links of a message to the records with the number of its person: `related_record` is the given one, else the first. */
export function linkPeople(
  people: readonly NumberOwner[],
  main: { readonly module: string; readonly id: string } | undefined,
): { readonly related_record: JsonObject | null; readonly related_records: JsonObject[] } {
  const links = people.map(({ module, record }) => ({ module, id: record._id }));
  const first = main ?? links.find(({ module }) => MAIN_MODULES.includes(module));
  return { related_record: first === undefined ? null : { ...first }, related_records: links };
}
