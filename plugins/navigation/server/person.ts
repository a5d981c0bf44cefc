import { SYSTEM_ACTOR, type PluginContext } from '#engine';
import { textIn, textsIn, type Stored } from '../shared/entries.ts';

/** Most records of one kind that are drawn. */
const MOST = 500;

/** For whom records are drawn. */
export interface Person {
  readonly userId: string;
  readonly userType: string;
  /** Ids of the roles. */
  readonly roles: readonly string[];
  /** Id of the client that the person belongs to; '' if there are several and the user names none. */
  readonly client: string;
}

/** A user with what decides about what they see. Undefined: there is no such user who is active. */
export async function findPerson(records: PluginContext['records'], userId: string): Promise<Person | undefined> {
  const fields = ['userType', 'roles', 'client'];
  const [user] = (await records.find(SYSTEM_ACTOR, { module: 'users', filter: { _id: userId, active: true }, fields, limit: 1 })).data;
  if (user === undefined) return undefined;
  const client = textIn(user, 'client') || (await findOnlyClient(records));
  return { userId, userType: textIn(user, 'userType'), roles: textsIn(user, 'roles'), client };
}

/** The client of the product if it has only one: that of users who name none. */
async function findOnlyClient(records: PluginContext['records']): Promise<string> {
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'clients', filter: { active: true }, fields: ['name'], limit: 2 });
  return data.length === 1 ? (data[0]?._id ?? '') : '';
}

/** Reads the records of a kind that are switched on, with the rights of the product: they are settings for users who may not edit them. */
export async function readEnabled(records: PluginContext['records'], module: string, flag: string | undefined): Promise<readonly Stored[]> {
  const filter = flag === undefined ? {} : { [flag]: true };
  return (await records.find(SYSTEM_ACTOR, { module, filter, limit: MOST, sort: [{ sortField: 'name', sortOrder: 'asc' }] })).data;
}

/** Whether a record is for the client of a person: one without a client is for all. */
export function isForClient(record: Stored, { client }: Person): boolean {
  const named = textIn(record, 'client');
  return named === '' || named === client;
}

/** Whether a record is for the user type of a person: one without user types is for all. */
export function isForType(record: Stored, { userType }: Person): boolean {
  const types = textsIn(record, 'user_types');
  return types.length === 0 || types.includes(userType);
}
