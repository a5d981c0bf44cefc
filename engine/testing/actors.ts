import assert from 'node:assert/strict';
import type { RoleDefinition } from '#engine/model/definitions';
import { SYSTEM_ACTOR, type Actor } from '../access/index.ts';
import type { Application } from '../application/index.ts';
import { MusterError } from '../errors/index.ts';
import type { BulkResult } from '../records/index.ts';
import type { TestActor, TestUser, TestUserInput } from './contract.ts';

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
