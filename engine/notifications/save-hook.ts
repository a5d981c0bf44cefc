import type { FieldNotification } from '#engine/model/definitions';
import type { CompiledModule } from '#engine/model/compiled';
import type { RecordDocument } from '#engine/model/values';
import { commitUnitWithRetry, isBulkLoad, type NamedHook, type PostSaveContext, type SaveFacts } from '../records/index.ts';
import type { NotificationContext } from './notification-context.ts';
import { notifyUsers } from './notify.ts';
import {
  aboutOf,
  createNotificationRemoval,
  createNotificationWrite,
  fieldsOf,
  findNotification,
  NOTIFICATION_KEYS,
  NOTIFICATIONS_COLLECTION,
  readNotification,
} from './stored-notification.ts';

/** Maximum number of users who are notified of one record. */
const MAX_NOTIFIED = 10_000;

/** Saves that copy or restore values: the users in them were notified when the values were entered. */
const QUIET_SOURCES: ReadonlySet<string> = new Set(['merge', 'undo']);

/**
 * The post-save hook of every module. It runs for saves that enter a user in a field that notifies, for those after which a record no
 * longer waits for an approval, and for deletions.
 */
export function createSaveHook(context: NotificationContext): NamedHook<PostSaveContext> {
  return {
    plugin: 'muster',
    name: 'notifications',
    appliesTo: (save) =>
      save.kind === 'delete' ||
      save.kind === 'remove' ||
      endsApproval(save.module, save.before, save.after) ||
      (mayNotify(save) && fieldsWithNewUsers(save.module, save).length > 0),
    run: async ({ event, record }) => {
      if (event.kind === 'delete' || event.kind === 'remove')
        return moveOrRemove(context, aboutOf(event.module.keyName, event.id), { mergedInto: event.mergedInto });
      if (record === undefined || record['deleted'] === true) return;
      if (endsApproval(event.module, event.before, record))
        await moveOrRemove(context, aboutOf(event.module.keyName, event.id), { kind: 'approval_requested' });
      const changed = event.kind === 'create' ? undefined : new Set<string>(event.changedFields);
      for (const { name, kind, users } of fieldsWithNewUsers(event.module, {
        before: event.before,
        after: record,
        changed,
        actor: event.actor,
      }))
        await notifyUsers(context, {
          kind,
          to: users,
          module: event.module.name,
          record: event.id,
          key: `${event.batchId}/${event.module.name}/${name}`,
          by: event.actor.userId ?? null,
        });
    },
  };
}

function mayNotify({ kind, actor, allowDuplicates, changeSource }: SaveFacts): boolean {
  return (kind === 'create' || kind === 'update') && !QUIET_SOURCES.has(changeSource) && !isBulkLoad(actor, allowDuplicates);
}

/** Whether a record waited for an approval and does not any more. */
function endsApproval(module: CompiledModule, before: RecordDocument | undefined, after: RecordDocument): boolean {
  return approvalFieldsOf(module).some(
    ({ name, values }) => values.includes(before?.[name] as string) && !values.includes(after[name] as string),
  );
}

interface ApprovalField {
  readonly name: string;
  readonly values: readonly string[];
}

const approvalsByModule = new WeakMap<CompiledModule, readonly ApprovalField[]>();

function approvalFieldsOf(module: CompiledModule): readonly ApprovalField[] {
  let found = approvalsByModule.get(module);
  if (found === undefined) {
    found = [...module.fields.values()].flatMap(({ name, definition: { awaitsApproval: values } }) =>
      values === undefined ? [] : [{ name, values }],
    );
    approvalsByModule.set(module, found);
  }
  return found;
}

interface NotifyingField {
  readonly name: string;
  readonly kind: FieldNotification;
}

const fieldsByModule = new WeakMap<CompiledModule, readonly NotifyingField[]>();

function notifyingFieldsOf(module: CompiledModule): readonly NotifyingField[] {
  let found = fieldsByModule.get(module);
  if (found === undefined) {
    found = [...module.fields.values()].flatMap(({ name, definition }) => {
      const kind = definition.notifies ?? (name === 'assigned_to' ? 'assigned' : undefined);
      return kind === undefined ? [] : [{ name, kind }];
    });
    fieldsByModule.set(module, found);
  }
  return found;
}

interface FieldChange extends Pick<SaveFacts, 'before' | 'after' | 'actor'> {
  /** Names of the changed fields; undefined: the record is new. */
  readonly changed: ReadonlySet<string> | undefined;
}

/** The fields in which a save enters users other than its own. */
function fieldsWithNewUsers(
  module: CompiledModule,
  { before, after, changed, actor }: FieldChange,
): readonly (NotifyingField & { readonly users: readonly string[] })[] {
  return notifyingFieldsOf(module).flatMap((field) => {
    if (changed?.has(field.name) === false) return [];
    const earlier = idsIn(before, field.name);
    const users = idsIn(after, field.name).filter((id) => id !== actor.userId && !earlier.includes(id));
    return users.length === 0 ? [] : [{ ...field, users }];
  });
}

function idsIn(record: RecordDocument | undefined, field: string): readonly string[] {
  const value = record?.[field];
  return (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string');
}

/**
 * Notifications about a deleted record are removed, and those of one kind when there is nothing to do any more; those about a merged record
 * are about the one that it was merged into.
 */
async function moveOrRemove(
  context: NotificationContext,
  about: string,
  { mergedInto, kind }: { readonly mergedInto?: string | undefined; readonly kind?: FieldNotification },
): Promise<void> {
  const { store } = context;
  const filter = { kind: 'equals', key: NOTIFICATION_KEYS.about, values: [about] } as const;
  const all = await store.find({ collection: NOTIFICATIONS_COLLECTION.name, filter, sort: [], limit: MAX_NOTIFIED });
  const users: string[] = [];
  for (const { document } of all) {
    const { _id, user, kind: found } = readNotification(document);
    if (kind !== undefined && found !== kind) continue;
    users.push(user);
    await commitUnitWithRetry(store, async () => {
      const before = await findNotification(store, _id);
      if (before === undefined) return { unit: undefined, result: undefined };
      const write =
        mergedInto === undefined
          ? createNotificationRemoval(before)
          : createNotificationWrite(before, _id, { ...fieldsOf(before), records: [mergedInto] });
      return { unit: { writes: [write] }, result: undefined };
    });
  }
  if (users.length > 0) context.report([...new Set(users)]);
}
