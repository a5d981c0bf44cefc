import { loadAccessSubject, type AccessSubject } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { StorePort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import { toText } from '#engine/model/values';
import type { PreviewPerson } from '#engine/model/wire';
import type { PreviewSubject } from './contract.ts';

/** The person for whom definitions are shown, and what decides about their rights. */
export interface FoundPerson {
  readonly person: PreviewPerson;
  readonly subject: AccessSubject;
}

/** Reads the person under the definitions that are shown. A user who is not active any more has no rights. */
export async function findPerson(
  store: StorePort,
  snapshot: DefinitionSnapshot,
  admin: string,
  subject: PreviewSubject,
): Promise<FoundPerson> {
  if (subject.kind === 'user') {
    const stored = await readUser(store, snapshot, subject.user);
    const name = toText(stored?.['name']) || toText(stored?.['email']) || subject.user;
    return {
      person: { kind: 'user', user: { _id: subject.user, name } },
      subject: await loadAccessSubject(store, snapshot, subject.user),
    };
  }
  const { userType } = subject;
  const roles = [...snapshot.roles.values()].filter(({ id }) => subject.roles.includes(id));
  const teams = await readTeams(store, snapshot, subject.teams);
  return {
    person: { kind: 'roles', roles: roles.map(({ id, name }) => ({ _id: id, name })), teams, userType },
    subject: { userId: admin, userType, active: true, roles, teams: teams.map(({ _id }) => _id), ofUser: {} },
  };
}

/** Refuses a person who cannot be shown. Errors: `record_not_found`, `account_inactive`, `definition_not_found`, `body_invalid`. */
export async function assertPerson(store: StorePort, snapshot: DefinitionSnapshot, subject: PreviewSubject): Promise<void> {
  if (subject.kind === 'user') {
    const user = await readUser(store, snapshot, subject.user);
    if (user === undefined) throw new MusterError('record_not_found');
    if (user['active'] !== true) throw new MusterError('account_inactive');
    return;
  }
  if (subject.roles.some((id) => !snapshot.roles.has(id))) throw new MusterError('definition_not_found', { values: { kind: 'role' } });
  const types = snapshot.module('users')?.fields.get('userType')?.dropdown?.options ?? [];
  // Roles do not limit a System Admin.
  if (subject.userType === 'System Admin' || !types.some(({ value }) => value === subject.userType))
    throw new MusterError('body_invalid', { values: { reason: 'userType is not a user type that has roles' } });
}

async function readUser(store: StorePort, snapshot: DefinitionSnapshot, id: string) {
  const users = snapshot.module('users');
  const [stored] = users === undefined ? [] : await store.get(users.storage.name, [id]);
  return stored === undefined || stored.document['deleted'] === true ? undefined : stored.document;
}

/** The teams that exist, with their names; everyone is in the Global team, which is not named. */
async function readTeams(store: StorePort, snapshot: DefinitionSnapshot, ids: readonly string[]) {
  const teams = snapshot.module('teams');
  const wanted = [...new Set(ids)].filter((id) => id !== GLOBAL_TEAM_ID);
  const found = teams === undefined ? [] : await store.get(teams.storage.name, wanted);
  return found.flatMap((team) =>
    team === undefined || team.document['deleted'] === true ? [] : [{ _id: team.document._id, name: toText(team.document['name']) }],
  );
}
