import { SYSTEM_ACTOR, type AccessSubject } from '../../access/index.ts';
import type { RecordOperations } from '../../records/index.ts';
import type { JsonObject } from '#engine/model/values';

/** A person whose rights a change may affect. */
export interface Person {
  readonly _id: string;
  readonly name: string;
  readonly userType: AccessSubject['userType'];
  /** Ids of their roles, in a fixed order. */
  readonly roles: readonly string[];
  readonly teams: readonly string[];
}

/** People with the same type and roles: they gain and lose the same modules and fields. */
export interface PeopleGroup extends Pick<Person, 'userType' | 'roles'> {
  readonly people: readonly Person[];
}

/** Maximum number of people that are read. */
const MAX_PEOPLE = 5_000;

const FIELDS = ['name', 'userType', 'roles', 'teams'];

/** Active people with one of the roles, except System Admins, in groups; `user`: only this one. */
export async function findPeople(
  records: Pick<RecordOperations, 'stream'>,
  roles: ReadonlySet<string>,
  user?: string,
): Promise<{ readonly groups: readonly PeopleGroup[]; readonly notRead: number }> {
  const groups = new Map<string, PeopleGroup & { readonly people: Person[] }>();
  let [found, notRead] = [0, 0];
  if (roles.size === 0) return { groups: [], notRead };
  const filter: JsonObject = {
    active: true,
    not: { userType: 'System Admin' },
    roles: { in: [...roles] },
    ...(user === undefined ? {} : { _id: user }),
  };
  for await (const record of records.stream(SYSTEM_ACTOR, { module: 'users', filter, fields: FIELDS })) {
    found += 1;
    if (found > MAX_PEOPLE) {
      notRead += 1;
      continue;
    }
    const person = readPerson(record);
    const key = JSON.stringify([person.userType, person.roles]);
    const group = groups.get(key) ?? { userType: person.userType, roles: person.roles, people: [] };
    group.people.push(person);
    groups.set(key, group);
  }
  return { groups: [...groups.values()], notRead };
}

function readPerson(record: { readonly _id: string; readonly [name: string]: unknown }): Person {
  const { _id, name, userType } = record;
  return {
    _id,
    name: typeof name === 'string' && name !== '' ? name : _id,
    userType: typeof userType === 'string' ? userType : 'Standard',
    roles: [...readIds(record['roles'])].sort(),
    teams: readIds(record['teams']),
  };
}

function readIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}
