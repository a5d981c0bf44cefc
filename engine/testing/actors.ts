import assert from 'node:assert/strict';
import type { JsonObject, RoleDefinition, UserType } from '#engine/model';
import type { Actor } from '../access/index.ts';
import { SYSTEM_ACTOR } from '../access/index.ts';
import type { Application } from '../application/index.ts';
import { MusterError } from '../errors/index.ts';
import type { BulkResult, FindInput, GetInput, VisibleRecord, WriteOptions } from '../records/index.ts';

/**
 * Someone who reads and saves records with their rights, as the API does for them: with all checks and hooks. The errors are those of
 * `RecordOperations`.
 */
export interface TestActor {
  /** For operations of `kit.records` and other parts that take an actor. */
  readonly actor: Actor;
  /** Creates a record and returns it as the actor may see it. */
  create(module: string, fields: JsonObject, options?: WriteOptions): Promise<VisibleRecord>;
  /** Changes fields of a record; a field that is null is cleared. */
  update(module: string, id: string, fields: JsonObject, options?: WriteOptions): Promise<VisibleRecord>;
  /** Marks a record deleted. */
  delete(module: string, id: string): Promise<void>;
  /** Removes the deletion mark. */
  restore(module: string, id: string): Promise<void>;
  get(module: string, id: string, options?: Pick<GetInput, 'populate'>): Promise<VisibleRecord>;
  /** One page of records; the limit is that of `RecordOperations.find`. */
  find(module: string, input?: Omit<FindInput, 'module'>): Promise<readonly VisibleRecord[]>;
}

/** A user of the product. */
export interface TestUser extends TestActor {
  readonly id: string;
  readonly email: string;
}

/** A user to create; by default a user of the type Standard without roles. */
export interface TestUserInput {
  /** Default: a unique one. */
  readonly email?: string;
  /** 'System Admin' has all rights. */
  readonly userType?: UserType;
  /** Names of roles that the definitions contain. */
  readonly roles?: readonly string[];
  /** Rights by module, as in a role: `{ tickets: { access: true, create: true, view: 'All', edit: 'Owner' } }`. */
  readonly rights?: RoleDefinition['module_access'];
  /** Names of permissions of plugins, such as 'tickets.merge'. */
  readonly permissions?: readonly string[];
  /** Ids of teams. */
  readonly teams?: readonly string[];
  /** More fields of the user. */
  readonly fields?: JsonObject;
}

type ActorServices = Pick<Application, 'records' | 'registry' | 'pluginHost'>;

/** Creates the operations of an actor. `services` returns those of the product that runs now. */
export function createActor(services: () => ActorServices, actor: Actor): TestActor {
  const assertDone = ({ refused: [first] }: BulkResult): void => {
    if (first === undefined) return;
    const { code, error: message, details } = first;
    const row = services().pluginHost.errorRows[code] ?? { status: 422, isPublic: true, text: message };
    throw new MusterError({ code, row }, { message, ...(details === undefined ? {} : { details }) });
  };
  return {
    actor,
    create: async (module, fields, options) => (await services().records.create(actor, { ...options, module, fields })).record,
    update: async (module, id, fields, options) => (await services().records.update(actor, { ...options, module, id, fields })).record,
    delete: async (module, id) => assertDone(await services().records.markDeleted(actor, { module, ids: [id] })),
    restore: async (module, id) => assertDone(await services().records.restore(actor, { module, ids: [id] })),
    get: (module, id, options) => services().records.get(actor, { ...options, module, id }),
    find: async (module, input) => (await services().records.find(actor, { ...input, module })).data,
  };
}

/**
 * Creates a user. Rights and permissions become a role of this user. @throws AssertionError when a role does not exist,
 * `definition_invalid` for wrong rights, `email_taken`, `validation_failed`
 */
export async function createTestUser(services: () => ActorServices, number: number, input: TestUserInput): Promise<TestUser> {
  const { email = `user${number}@muster.test`, userType = 'Standard', roles = [], rights, permissions, teams = [], fields } = input;
  const { registry, records } = services();
  const ids = roles.map((name) => findRole(registry, name));
  if (rights !== undefined || permissions !== undefined) {
    const role: RoleDefinition = {
      id: `role_of_test_user_${number}`,
      name: `Role of test user ${number}`,
      module_access: rights ?? {},
      ...(permissions === undefined ? {} : { permissions: [...permissions] }),
    };
    await registry.publish({ author: undefined, changes: [{ kind: 'role', id: role.id, definition: role }] });
    ids.push(role.id);
  }
  const { record } = await records.create(SYSTEM_ACTOR, {
    module: 'users',
    fields: { first_name: 'Test', last_name: `User ${number}`, email, userType, roles: ids, teams: [...teams], active: true, ...fields },
  });
  return { ...createActor(services, { kind: 'user', userId: record._id }), id: record._id, email };
}

function findRole(registry: ActorServices['registry'], name: string): string {
  const roles = [...registry.current().roles.values()];
  const found = roles.find((role) => role.name === name);
  assert.ok(found, `There is no role ${name}; there are: ${roles.map((role) => role.name).join(', ')}.`);
  return found.id;
}
