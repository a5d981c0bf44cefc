import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '#engine/model/field-types';
import type { JsonObject } from '#engine/model/values';
import type { MusterError } from '../../../engine/errors/index.ts';
import { RULE_DROPDOWNS, RULE_MODULE } from '../../../engine/model/rules/rule-case-module.ts';
import { RULE_CASES, withUserIds, type RuleCase } from '../../../engine/model/rules/rule-cases.ts';
import type { RecordOperations } from '../../../engine/records/index.ts';
import { createRecordsEnvironment, type MakeStore, type RecordsEnvironment } from './records-environment.ts';

const MODULE = RULE_MODULE.name;
const ACCESS = { access: true, create: true, view: 'All', edit: 'All', delete: 'None' };

/** The shared cases of rules as saves: each is refused for exactly the expected problems, or stored in the expected form. */
export function describeRuleCases(makeStore: MakeStore): void {
  describe('the shared cases of rules', () => {
    let world: RecordsEnvironment;
    let cases: readonly RuleCase[] = [];
    beforeAll(async () => {
      world = await createRecordsEnvironment(makeStore);
      await publishRuleCases(world);
      cases = withUserIds({ admin: world.people.admin.userId, other: world.people.bob.userId });
    });
    afterAll(() => world.close());

    const save = async ({ user, stored, draft }: RuleCase): Promise<string> => {
      const actor = { admin: world.people.admin, clerk: world.people.cal }[user];
      if (stored === undefined) return createCase(world.records, actor, draft);
      const id = await world.seed(MODULE, { name: 'Case', ...stored });
      await world.records.update(actor, { module: MODULE, id, fields: draft });
      return id;
    };

    it.each(RULE_CASES.map(({ name }, index) => [name, index] as const))('%s', async (_name, index) => {
      const one = cases[index] as RuleCase;
      const wanted = expectRefusal(one);
      if (wanted.length > 0) {
        const refused = await save(one).then(
          () => [],
          (error: MusterError) => error.details.map(({ field, code, message }) => (code === 'rule_broken' ? message : `${field}: ${code}`)),
        );
        expect([...refused].sort()).toEqual([...wanted].sort());
        return;
      }
      const record = await world.records.get(world.people.admin, { module: MODULE, id: await save(one) });
      const { values } = one.expected;
      expect(Object.fromEntries(Object.keys(values).map((name) => [name, record[name] ?? null]))).toEqual(values);
    });
  });
}

/** The problems of a save: rights come first, then all problems of its values, then what the status requires. */
function expectRefusal({ stored, draft, expected }: RuleCase): readonly string[] {
  const locked = expected.readOnly.filter((name) => Object.hasOwn(draft, name)).map((name) => `${name}: field_not_writable`);
  if (locked.length > 0) return locked;
  const record = { ...stored, ...draft };
  const missing = expected.required.filter((name) => isMissing(record[name])).map((name) => `${name}: required`);
  const problems = [...missing, ...expected.broken];
  return problems.length > 0 ? problems : expected.unmet.map((name) => `${name}: required`);
}

async function createCase(records: RecordOperations, actor: Parameters<RecordOperations['create']>[0], draft: JsonObject): Promise<string> {
  return (await records.create(actor, { module: MODULE, fields: { name: 'Case', ...draft } })).record._id;
}

async function publishRuleCases({ registry }: RecordsEnvironment): Promise<void> {
  const clerk = registry.current().roles.get('role_clerk');
  await registry.publish({
    author: undefined,
    changes: [
      ...RULE_DROPDOWNS.map((definition) => ({ kind: 'dropdown' as const, id: definition.id, definition })),
      { kind: 'module', id: RULE_MODULE.id, definition: RULE_MODULE },
      { kind: 'role', id: 'role_clerk', definition: { ...clerk, module_access: { ...clerk?.module_access, [MODULE]: ACCESS } } },
    ],
  });
}
