import { MusterError } from '../errors/index.ts';
import { toText, foldText, type RecordDocument } from '#engine/model/values';
import { GLOBAL_TEAM_ID } from '#engine/model/definitions';
import type { CompiledModule, KeySchema } from '#engine/model/compiled';
import type { FilterNode } from '#engine/model/filter';
import type { SessionUser } from '#engine/model/wire';
import type { SignedIn } from './contract.ts';
import type { SessionContext } from './session-context.ts';

const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

/** The system module of users. */
export function usersModule(context: SessionContext): CompiledModule {
  const module = context.registry.current().module('users');
  if (!module) throw new MusterError('module_not_found');
  return module;
}

function keyOf(module: CompiledModule, field: string): KeySchema {
  const key = module.fields.get(field)?.keys[0];
  if (!key) throw new MusterError('definition_invalid', { message: `The module users needs the field ${field}.` });
  return key;
}

/** Finds a user by e-mail, ignoring case; users marked as deleted are not found. */
export async function findUserByEmail(context: SessionContext, email: string): Promise<RecordDocument | undefined> {
  const folded = foldText(email);
  if (folded === '') return undefined;
  const module = usersModule(context);
  const filter: FilterNode = {
    kind: 'all',
    nodes: [
      { kind: 'equals', key: keyOf(module, 'email'), values: [folded] },
      { kind: 'not', node: { kind: 'equals', key: keyOf(module, 'deleted'), values: [1] } },
    ],
  };
  return (await context.store.find({ collection: module.storage.name, filter, sort: [], limit: 1 }))[0]?.document;
}

export async function readUser(context: SessionContext, id: string): Promise<RecordDocument | undefined> {
  const user = (await context.store.get(usersModule(context).storage.name, [id]))[0]?.document;
  return user?.deleted === true ? undefined : user;
}

/** Whether a user may sign in: exists, is not deleted, is active. */
export function isActive(user: RecordDocument | undefined): user is RecordDocument {
  return user !== undefined && user.deleted !== true && user.active === true;
}

export function toSessionUser(user: RecordDocument): SessionUser {
  return {
    _id: user._id,
    email: toText(user.email),
    first_name: toText(user.first_name),
    last_name: toText(user.last_name),
    userType: toText(user.userType),
    roles: asTexts(user.roles),
    teams: asTexts(user.teams),
    disableTimeout: user.disableTimeout === true,
  };
}

/** The user with the names of their teams, and the user who acts as them; every user is in the Global team. */
export async function describeUserWithTeams(
  context: SessionContext,
  user: RecordDocument,
  impersonator?: RecordDocument,
): Promise<Pick<SignedIn, 'user' | 'teams' | 'impersonator'>> {
  const ids = [...new Set([GLOBAL_TEAM_ID, ...asTexts(user.teams)])];
  const collection = context.registry.current().module('teams')?.storage.name;
  const found = collection === undefined ? [] : await context.store.get(collection, ids);
  const teams = found.flatMap((team) =>
    team && team.document.deleted !== true ? [{ _id: team.document._id, name: toText(team.document.name) }] : [],
  );
  return { user: toSessionUser(user), teams, impersonator: impersonator === undefined ? null : toSessionUser(impersonator) };
}
