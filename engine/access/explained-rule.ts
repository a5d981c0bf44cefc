import type { CompiledModule, ModuleCatalog } from '#engine/model/compiled';
import { describeFilter } from '#engine/model/filter';
import { lowercaseLabel, type JsonObject } from '#engine/model/values';
import { rolesFor } from './combine-roles.ts';
import { readLevel } from './combine-levels.ts';
import type { Person } from './explained-person.ts';
import type { RowRight } from './module-rights.ts';
import type { Rights } from './rights.ts';

/** The rules of a user for one right on a module, to be put into words. */
export interface ExplainedRule {
  readonly rights: Rights;
  readonly module: CompiledModule;
  readonly right: RowRight;
  readonly person: Person;
  /**
   * With it the rules are described. It is for System Admins only: a rule may name fields that the user must not know.
   */
  readonly catalog: ModuleCatalog | undefined;
}

/** The roles whose rule is part of the right. */
function rolesWithRule({ rights, module, right }: ExplainedRule): readonly { readonly name: string; readonly filter: JsonObject }[] {
  return rolesFor(rights.roles, module.name).flatMap((role) => {
    const level = readLevel(role.module_access[module.name] ?? {}, right);
    return typeof level === 'object' ? [{ name: role.name, filter: level.filter as JsonObject }] : [];
  });
}

/** The name of the role that has the rule, if it is only one. */
export function roleOfRule(rule: ExplainedRule): { readonly role?: string } {
  const [first, ...others] = rolesWithRule(rule);
  return first === undefined || others.length > 0 ? {} : { role: first.name };
}

/** 'A rule of the role Clerk', 'A rule of the roles Clerk, Keeper'. */
export function nameRule(rule: ExplainedRule): string {
  const names = rolesWithRule(rule).map(({ name }) => name);
  return `A rule of the ${names.length === 1 ? 'role' : 'roles'} ${names.join(', ')}`;
}

/**
 * The records that the rules cover: 'only tickets that match a rule of the role Clerk, or are assigned to you'; for an admin 'only tickets
 * for which State is Open (role Clerk)'.
 */
export function describeCovered(rule: ExplainedRule): string {
  const { rights, module, right, person, catalog } = rule;
  const roles = rolesWithRule(rule);
  const names = roles.map(({ name }) => name);
  const matching =
    catalog === undefined
      ? `that match a rule of the ${names.length === 1 ? 'role' : 'roles'} ${names.join(', ')}`
      : `for which ${roles.map(({ name, filter }) => `${describeFilter(filter, module, catalog)} (role ${name})`).join(', or ')}`;
  const own = rights.module(module.name).rules?.[right]?.own === true ? `, or that are assigned to ${person.pronoun}` : '';
  return `only ${lowercaseLabel(module.label)} ${matching}${own}`;
}
