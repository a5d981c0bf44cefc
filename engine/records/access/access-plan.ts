import { profileFieldRights, type AccessScope, type FieldRights, type Rights } from '../../access/index.ts';
import { isCalculated } from '#engine/model/definitions';
import { fieldContext } from '#engine/model/keys';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { FieldContext } from '#engine/model/field-types';

/** A field with the rights of one reader. */
export interface FieldPlan {
  readonly field: CompiledField;
  readonly read: FieldRights['read'];
  readonly write: FieldRights['write'];
  /** Shown as {@link MASK}: it is sensitive and no role allows the reader to see its plaintext. */
  readonly masked: boolean;
  /** Its values are encrypted at rest, and reading one in plaintext is audited. */
  readonly sensitive: boolean;
  /** Set by the product only, regardless of roles. */
  readonly isSystemManaged: boolean;
  readonly context: FieldContext;
}

/** The rights of one reader on the fields of a module, computed once per rights and module. */
export interface AccessPlan {
  readonly module: CompiledModule;
  readonly fields: ReadonlyMap<string, FieldPlan>;
  /** Every field is readable in plaintext: a stored document can be returned as it is. */
  readonly transparent: boolean;
  /** Fields that are readable on any record (`onAny`), and on the reader's own records (`onOwn`). */
  readonly onAny: readonly FieldPlan[];
  readonly onOwn: readonly FieldPlan[];
  /** Sensitive fields that the reader sees in plaintext; empty in most modules. */
  readonly plaintextFields: readonly FieldPlan[];
}

/** Replaces a sensitive value that the reader may not see in plaintext. */
export const MASK = '••••••';

const plans = new WeakMap<Rights, WeakMap<CompiledModule, AccessPlan>>();

const ownPlans = new WeakMap<Rights, WeakMap<CompiledModule, AccessPlan>>();

/** The access plan of a module for the actor of this scope. */
export function planOf(scope: AccessScope, module: CompiledModule): AccessPlan {
  return getOrCreatePlan(plans, scope, module, () => makePlan(scope, module, (field) => scope.rights.field(module.name, field.name)));
}

/** The access plan of the actor's own user record. */
export function profilePlanOf(scope: AccessScope, module: CompiledModule): AccessPlan {
  return getOrCreatePlan(ownPlans, scope, module, () =>
    makePlan(scope, module, (field) => profileFieldRights(scope.rights, module, field.name)),
  );
}

/** Whether the reader may read a field, of own records at least. For them, any other field does not exist. */
export function isReadable(plan: AccessPlan, name: string): boolean {
  return (plan.fields.get(name)?.read ?? 'none') !== 'none';
}

function getOrCreatePlan(
  cache: WeakMap<Rights, WeakMap<CompiledModule, AccessPlan>>,
  { rights }: AccessScope,
  module: CompiledModule,
  make: () => AccessPlan,
): AccessPlan {
  let byModule = cache.get(rights);
  if (byModule === undefined) {
    byModule = new WeakMap();
    cache.set(rights, byModule);
  }
  let plan = byModule.get(module);
  if (plan === undefined) {
    plan = make();
    byModule.set(module, plan);
  }
  return plan;
}

function makePlan({ rights, snapshot }: AccessScope, module: CompiledModule, rightsOf: (field: CompiledField) => FieldRights): AccessPlan {
  const clear = rights.unrestricted || rights.module(module.name).sensitive;
  const hasModule = (name: string): boolean => snapshot.modules.has(name);
  const list = [...module.fields.values()].map((field): FieldPlan => {
    const { read, write } = rightsOf(field);
    return {
      field,
      read,
      write,
      masked: field.definition.sensitive === true && !clear,
      sensitive: field.definition.sensitive === true,
      isSystemManaged: field.system || field.definition.readOnly === true,
      context: fieldContext(field, hasModule),
    };
  });
  return {
    module,
    fields: new Map(list.map((plan) => [plan.field.name, plan])),
    // Records with calculated values contain more than their fields: see `EDITED_VERSION`.
    transparent: list.every(({ read, sensitive, field }) => read === 'all' && !sensitive && !isCalculated(field.definition)),
    onAny: list.filter((plan) => plan.read === 'all'),
    onOwn: list.filter((plan) => plan.read !== 'none'),
    plaintextFields: list.filter((plan) => plan.sensitive && !plan.masked && plan.read !== 'none'),
  };
}
