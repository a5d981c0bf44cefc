import type { NotificationView } from '#engine/model/wire';
import { allOf, type FilterNode } from '#engine/model/filter';
import { lowercaseLabel, toText } from '#engine/model/values';
import type { AccessScope } from '../access/index.ts';
import { decodeRecord, loadVisible, type LoadedRecord } from '../records/index.ts';
import type { NotificationContext } from './notification-context.ts';
import { aboutOf, type StoredNotification } from './stored-notification.ts';

/** The records of a notification that the reader may open. */
interface VisibleRecords {
  readonly count: number;
  /** The record, if it is only one. */
  readonly only: LoadedRecord | undefined;
}

/**
 * The notifications as their reader sees them now: names are those of the moment, and a record that they may no longer open is neither named
 * nor linked.
 */
export async function describeNotifications(
  context: NotificationContext,
  scope: AccessScope,
  stored: readonly StoredNotification[],
): Promise<readonly NotificationView[]> {
  const { moduleNames } = scope.snapshot;
  const found = stored.map((one) => ({ ...one, module: moduleNames.ofKey(one.module) }));
  const names = await readUserNames(context, scope, found);
  const several = await findSeveral(context, scope, found);
  const refs = found.flatMap(({ _id, module, records }) => {
    const ids = several.get(_id) ?? records;
    return ids.length === 1 && ids[0] !== undefined ? [{ module, id: ids[0] }] : [];
  });
  const single = new Map((await loadVisible(context, scope, refs)).map((one) => [aboutOf(one.module.name, one.record._id), one]));
  return found.map((one) => {
    const ids = several.get(one._id) ?? one.records;
    const only = ids.length === 1 ? single.get(aboutOf(one.module, ids[0] ?? '')) : undefined;
    const count = ids.length === 1 ? (only === undefined ? 0 : 1) : ids.length;
    return describe(context, scope, { notification: one, seen: { count, only }, names });
  });
}

function describe(
  { kinds }: NotificationContext,
  scope: AccessScope,
  {
    notification,
    seen,
    names,
  }: { readonly notification: StoredNotification; readonly seen: VisibleRecords; readonly names: ReadonlyMap<string, string> },
): NotificationView {
  const { _id, kind: name, module, page, opens, by, at, read_at } = notification;
  const kind = kinds.get(name);
  const byName = by === null ? undefined : names.get(by);
  const who = byName ?? (by === null ? 'The system' : 'Somebody');
  const { only } = seen;
  return {
    _id,
    kind: name,
    icon: kind?.icon ?? 'bell',
    // A function as the replacement: a name may contain `$&`.
    text: capitalize(
      (kind?.text ?? '{what}').replace(/\{(who|what)\}/g, (_, part) =>
        part === 'who' ? who : (page?.name ?? nameRecords(scope, module, seen)),
      ),
    ),
    module: seen.count === 0 ? null : module,
    record: only === undefined ? null : { _id: only.record._id, name: toText(only.record[only.module.nameField]) },
    path: page?.path ?? (only === undefined ? undefined : opens) ?? null,
    count: page === undefined ? seen.count : 1,
    by: by === null || byName === undefined ? null : { _id: by, name: byName },
    createdAt: new Date(at).toISOString(),
    readAt: read_at === undefined ? null : new Date(read_at).toISOString(),
  };
}

function nameRecords({ snapshot }: AccessScope, name: string, { count, only }: VisibleRecords): string {
  const module = snapshot.module(name);
  if (module === undefined || count === 0) return 'a record that you cannot open';
  if (only === undefined) return `${count.toLocaleString('en-US')} ${lowercaseLabel(module.label)}`;
  return `the ${lowercaseLabel(module.definition.labelSingular)} ${toText(only.record[module.nameField])}`.trim();
}

function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Names of the users who caused the notifications: those that the reader may read. */
async function readUserNames(
  context: NotificationContext,
  scope: AccessScope,
  found: readonly StoredNotification[],
): Promise<ReadonlyMap<string, string>> {
  const users = scope.snapshot.module('users');
  const ids = [...new Set(found.flatMap(({ by }) => by ?? []))];
  if (users === undefined || ids.length === 0 || !scope.rights.canReadNames(users)) return new Map();
  const names = new Map<string, string>();
  for (const stored of await context.store.get(users.storage.name, ids)) {
    if (stored === undefined) continue;
    const user = decodeRecord(context, scope, users, stored);
    const name = toText(user[users.nameField]);
    if (name !== '') names.set(user._id, name);
  }
  return names;
}

/** The visible records of notifications about several, by notification. */
async function findSeveral(
  { store }: NotificationContext,
  scope: AccessScope,
  found: readonly StoredNotification[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const visible = new Map<string, readonly string[]>();
  for (const { _id, module: name, records } of found) {
    if (records.length < 2) continue;
    const module = scope.snapshot.module(name);
    const mayOpen = module !== undefined && (scope.rights.unrestricted || scope.rights.module(name).access);
    if (!mayOpen) {
      visible.set(_id, []);
      continue;
    }
    const deleted = module.fields.get('deleted')?.keys[0];
    const isThere: readonly FilterNode[] = deleted === undefined ? [] : [{ kind: 'equals', key: deleted, values: [0] }];
    const access = scope.rights.visibilityFilter(module);
    const ids = await store.findIds({
      collection: module.storage.name,
      filter: allOf([{ kind: 'ids', ids: records }, ...isThere]),
      sort: [],
      limit: records.length,
      ...(access === undefined ? {} : { access }),
    });
    visible.set(_id, ids);
  }
  return visible;
}
