import type { PluginPermissionView } from '../registry/index.ts';
import type { AccessExplanation } from '#engine/model/wire';
import { decide, explainAdmin, explainUser, personOf, type RuleOutcome } from './explain-contract.ts';
import type { Rights } from './rights.ts';

/** Whether a user with these rights has a permission of a plugin. */
export interface ExplainPermissionInput {
  readonly rights: Rights;
  /** The name of the user; absent: the user reads the explanation. */
  readonly name?: string | undefined;
  readonly permission: PluginPermissionView;
}

/** Evaluates who gives a permission: a role, or none, with the role that could. */
export function explainPermission(input: ExplainPermissionInput): AccessExplanation {
  return decide([...explainUser(input), ...explainAdmin(input), outcomeOf(input)]);
}

/** The result for a name that no plugin declares. */
export const NO_SUCH_PERMISSION: AccessExplanation = {
  allowed: false,
  reasons: [{ rule: 'permission_exists', passes: false, decides: true, text: 'There is no such permission.' }],
};

function outcomeOf({ rights, permission: { name, label, plugin }, ...input }: ExplainPermissionInput): RuleOutcome {
  const giver = rights.roles.find(({ permissions }) => permissions?.includes(name) === true);
  const tail = `gives ${personOf(input).object} the permission ${label} of the plugin ${plugin}.`;
  if (giver !== undefined)
    return { reason: { rule: 'permission', passes: true, role: giver.name, text: `The role ${giver.name} ${tail}` } };
  const [role] = rights.roles;
  return {
    reason: { rule: 'permission', passes: false, text: `No role ${tail}` },
    grant: {
      kind: 'role',
      property: 'permissions',
      value: name,
      label,
      ...(role === undefined ? {} : { role: role.name, roleId: role.id }),
    },
  };
}
