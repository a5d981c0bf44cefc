import type { AccessScope } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import type { ChangeReader, CommittedChange, ListMatcher } from '../records/index.ts';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import type { LiveTarget, SubscriptionEffect } from '#engine/model/wire';
import type { NameAlias } from '../registry/index.ts';
import { resolveTarget, type RecordTarget } from './resolve-target.ts';

/** A subscription of a receiver, ready to be matched against changes. */
export interface Subscription {
  readonly to: LiveTarget;
  readonly module: string;
  /** A change has the same effect on subscriptions with the same key, for receivers of the same class. */
  readonly key: string;
  /** Id of the record; absent for a list. */
  readonly id?: string;
  readonly matches?: ListMatcher;
}

/** The dependencies of opening a subscription. */
export interface SubscriptionServices {
  readonly views: ChangeReader;
  /** The record as its reader may see it. Errors: those of records. */
  readonly readRecord: (scope: AccessScope, module: string, id: string) => Promise<{ readonly [field: string]: JsonValue }>;
}

/** Opens a subscription with the reader's rights; `use` is called for each earlier name in it. Errors: those of records, `relation_not_found`. */
export async function openSubscription(
  services: SubscriptionServices,
  scope: AccessScope,
  written: RecordTarget,
  use?: (alias: NameAlias) => void,
): Promise<Subscription> {
  const to = resolveTarget(scope, written, use);
  switch (to.kind) {
    case 'list':
      return openList(services, scope, to, to.module, to.filter as JsonValue | undefined);
    case 'record':
      await services.views.assertCanOpen(scope, to.module, to.id);
      return { to, module: to.module, id: to.id, key: to.id };
    case 'related': {
      const { module, filter } = await findRelated(services, scope, to);
      return openList(services, scope, to, module, filter);
    }
  }
}

function openList(
  { views }: SubscriptionServices,
  scope: AccessScope,
  to: LiveTarget,
  module: string,
  filter: JsonValue | undefined,
): Subscription {
  const text = JSON.stringify(filter ?? {});
  // A filter with variables of its reader is valid for that reader only.
  const key = text.includes('"$"') ? `${scope.rights.userId ?? ''} ${text}` : text;
  return { to, module, key, matches: views.createListMatcher(scope, module, filter) };
}

/**
 * The records at the other end of a relation, as a list of their module: for a reverse relation those that point here, else those that are
 * linked now.
 */
async function findRelated(
  { readRecord }: SubscriptionServices,
  scope: AccessScope,
  { module: name, id, relation: relationName }: Extract<LiveTarget, { readonly kind: 'related' }>,
): Promise<{ readonly module: string; readonly filter: JsonValue }> {
  const record = await readRecord(scope, name, id);
  const relation = scope.snapshot.module(name)?.relations.get(relationName);
  const module = relation?.modules[0];
  if (relation === undefined || module === undefined)
    throw new MusterError('live_message_invalid', { values: { reason: 'there is no such relation' } });
  if (relation.direction === 'reverse')
    return { module, filter: { [relation.fieldName]: { equals: relation.flex ? { module: name, id } : id } } };
  const value = record[relation.fieldName];
  const ids = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
  return { module, filter: { _id: { in: ids.length === 0 ? [id] : ids.slice(0, 1_000) } } };
}

/** The effect of a change on a subscription; undefined: none. `wasSeen`, `isSeen`: visible to this reader before and after. */
export function classifyChange(
  subscription: Subscription,
  change: CommittedChange,
  wasSeen: boolean,
  isSeen: boolean,
): SubscriptionEffect | undefined {
  if (subscription.module !== change.module.name) return undefined;
  if (subscription.matches === undefined) return subscription.id !== change.id ? undefined : isSeen ? 'holds' : 'leaves';
  const was = wasSeen && holds(subscription.matches, change.before);
  const is = isSeen && holds(subscription.matches, change.after);
  if (was === undefined || is === undefined) return 'maybe';
  if (was) return is ? 'holds' : 'leaves';
  return is ? 'enters' : undefined;
}

function holds(watch: ListMatcher, document: RecordDocument | undefined): boolean | undefined {
  return document === undefined ? false : watch(document);
}
