import type { AccessScope, Actor } from '../../access/index.ts';
import { rowRuleOf } from '#engine/model/compiled';
import { compileMatcher, usesRelated } from '#engine/model/filter';
import { makeKeys } from '#engine/model/keys';
import type { JsonValue, RecordDocument } from '#engine/model/values';
import { planOf, profilePlanOf, type AccessPlan } from '../access/access-plan.ts';
import { canReadField } from '../access/project-record.ts';
import { canSeeRecord, canSeeRecordSync, getReadableModule, isOwnProfile } from '../access/record-access.ts';
import { assertCanOpenRecord } from '../read/get-record.ts';
import { buildReadQuery } from '../read/read-query.ts';
import { couldSeeRecord } from '../read/record-matcher.ts';
import type { ReadServices } from '../record-services.ts';
import type { ChangeEntry } from './change-entry.ts';
import { coalesceChanges, type CommittedChange } from './coalesce-changes.ts';

/** A change as one reader may see it. */
export type VisibleChange =
  | {
      readonly visibility: 'visible';
      /** The record became visible to the reader by this change. */
      readonly isNew: boolean;
      readonly changed: readonly string[];
      /** Current values of the changed fields, null if empty. Sensitive and long values are omitted; clients read them with a request. */
      readonly values: { readonly [field: string]: JsonValue };
    }
  /** The record is no longer visible to the reader; nothing else may be sent. */
  | { readonly visibility: 'gone' }
  /** The record is not visible to the reader, and was not before. */
  | { readonly visibility: 'hidden' }
  /** The record is not visible now, and it is unknown whether it was before: lists may differ. */
  | { readonly visibility: 'unknown' };

/** Checks whether a record matches a filter; returns undefined if only the store can determine it. */
export type ListMatcher = (document: RecordDocument) => boolean | undefined;

/** Reads changes with the rights of each reader: the read part of the pipeline for live events. */
export interface ChangeReader {
  /** Combines the saves of the given entries into one change per record, in their order. */
  load(entries: readonly ChangeEntry[]): Promise<readonly CommittedChange[]>;
  project(scope: AccessScope, change: CommittedChange): Promise<VisibleChange>;
  /** Readers with the same key see the same of a change under the current rights. */
  visibilityKeyOf(scope: AccessScope, change: CommittedChange): string;
  /**
   * A filter of a reader, limited to the fields that they may filter by. Errors: `module_not_found`,
   * `module_access_denied`, `filter_invalid`, `unknown_field`.
   */
  createListMatcher(scope: AccessScope, module: string, filter: JsonValue | undefined): ListMatcher;
  /** Errors: `module_not_found`, `record_not_found` if the record does not exist or may not be opened. */
  assertCanOpen(scope: AccessScope, module: string, id: string): Promise<void>;
}

/** Maximum length of a value that is sent with a change, in characters of its JSON. */
const MAX_VALUE_LENGTH = 2_000;

const ME = '"$":"me"';

const CLOCK = /"\$":"(today|now)"/;

export function createChangeReader(services: ReadServices): ChangeReader {
  return {
    load: async (entries) => coalesceChanges(services, await services.access.scope(SYSTEM), entries),
    project: (scope, change) => projectChange(services, scope, change),
    visibilityKeyOf,
    createListMatcher: (scope, module, filter) => watchList(services, scope, module, filter),
    assertCanOpen: (scope, module, id) => assertCanOpenRecord(services, scope, { module, id }),
  };
}

const SYSTEM: Actor = { kind: 'system' };

async function projectChange(services: ReadServices, scope: AccessScope, change: CommittedChange): Promise<VisibleChange> {
  const { module, before, after, id } = change;
  const isOwn = isOwnProfile(scope, module, id);
  const saw = before !== undefined && (isOwn || canSeeRecordSync(scope, module, before));
  const sees = after !== undefined && (isOwn || (await canSeeRecord(services, scope, module, after)));
  if (!sees) {
    // Undefined: the row rule uses related records, which only the store can check.
    const sawIt = saw ?? (before !== undefined && (await couldSeeRecord(services.store, scope, module, before)));
    return { visibility: sawIt ? 'gone' : saw === undefined ? 'unknown' : 'hidden' };
  }
  if (saw !== true || change.kind === 'create') return { visibility: 'visible', isNew: true, changed: [], values: {} };
  const plan = isOwn && !scope.rights.unrestricted ? profilePlanOf(scope, module) : planOf(scope, module);
  const changed = change.changed.filter((name) => canReadChanged(plan, scope, name, after));
  return changed.length === 0
    ? { visibility: 'hidden' }
    : { visibility: 'visible', isNew: false, changed, values: valuesOf(plan, changed, after) };
}

function canReadChanged(plan: AccessPlan, scope: AccessScope, name: string, document: RecordDocument): boolean {
  const field = plan.fields.get(name);
  return field !== undefined && canReadField(field, scope, document);
}

function valuesOf(plan: AccessPlan, changed: readonly string[], document: RecordDocument): { readonly [field: string]: JsonValue } {
  const values: { [field: string]: JsonValue } = {};
  for (const name of changed) {
    const value = document[name] ?? null;
    if (plan.fields.get(name)?.sensitive === true || JSON.stringify(value).length > MAX_VALUE_LENGTH) continue;
    values[name] = value;
  }
  return values;
}

/** What a reader sees depends on their rights, and on their identity only if the record or a row rule refers to them. */
function visibilityKeyOf({ rights }: AccessScope, { module, id, before, after }: CommittedChange): string {
  const own = `${before !== undefined && rights.owns(before) ? 'b' : ''}${after !== undefined && rights.owns(after) ? 'a' : ''}`;
  const rule = rowRuleOf(module, rights.userType);
  const { view, delete: ofDeleted } = rights.module(module.name).rules ?? {};
  const isPersonal =
    (module.name === 'users' && id === rights.userId) ||
    view?.isPersonal === true ||
    ofDeleted?.isPersonal === true ||
    (rule !== undefined && JSON.stringify(rule).includes(ME));
  if (isPersonal) return `${rights.userId ?? ''}/${own}`;
  if (rights.unrestricted) return `*/${own}`;
  return `${rights.userType}/${rights.roles
    .map((role) => role.id)
    .sort()
    .join()}/${[...rights.teams].sort().join()}/${JSON.stringify(rights.ofUser)}/${own}`;
}

function watchList(services: ReadServices, scope: AccessScope, name: string, filter: JsonValue | undefined): ListMatcher {
  const module = getReadableModule(scope, name);
  const compile = (): ListMatcher => {
    const { filter: node } = buildReadQuery(services, scope, { module, filter }).query;
    if (usesRelated(node)) return () => undefined;
    const matches = compileMatcher(node);
    return (document) => matches(document._id, makeKeys(module, document));
  };
  const watch = compile();
  // A filter that uses today or now is compiled again for each check.
  return CLOCK.test(JSON.stringify(filter ?? null)) ? (document) => compile()(document) : watch;
}
