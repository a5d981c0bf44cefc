import {
  ApiError,
  getUserAccount,
  markDeletedMany,
  searchRecords,
  sendUserPassword,
  updateCertainFields,
  updateRecord,
  type RecordData,
} from '../../../client/index.ts';
import { createBatchId, type BulkRefusal } from '../../../headless/bulk/index.ts';
import { t } from '../../../kit/index.ts';

const USERS = '/api/users';

/** What became of a change of several users. */
export interface MassResult {
  /** Ids of the users that were changed. */
  readonly done: readonly string[];
  readonly refused: readonly BulkRefusal[];
  /** For undo; undefined: nothing was changed. */
  readonly batchId: string | undefined;
}

/** What a list of roles or teams does with those that a user has. */
export const ACCESS_CHANGES = ['add', 'remove', 'replace'] as const;
export type AccessChange = (typeof ACCESS_CHANGES)[number];

/** Saves the same values of several users. */
export async function saveFields(ids: readonly string[], fields: Readonly<Record<string, unknown>>): Promise<MassResult> {
  const { data, batchId } = await updateCertainFields(USERS, ids, fields);
  return { done: data.updated ?? [], refused: data.refused, batchId };
}

/** Marks several users as deleted. */
export async function deleteUsers(ids: readonly string[]): Promise<MassResult> {
  const { data, batchId } = await markDeletedMany(USERS, ids);
  return { done: data.deleted ?? [], refused: data.refused, batchId };
}

/** The roles or teams of a user after the change, in their order. */
export function changeList(stored: readonly string[], change: AccessChange, chosen: readonly string[]): readonly string[] {
  if (change === 'replace') return chosen;
  if (change === 'remove') return stored.filter((id) => !chosen.includes(id));
  return [...stored, ...chosen.filter((id) => !stored.includes(id))];
}

function idsIn(value: RecordData[string]): readonly string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}

/**
 * Changes the roles or teams of several users in one batch. Each save names the version that was read, so that a change of another admin
 * is not overwritten: that user is refused.
 */
export async function changeAccess(
  ids: readonly string[],
  fieldName: 'roles' | 'teams',
  change: AccessChange,
  chosen: readonly string[],
): Promise<MassResult> {
  const users = await searchRecords(USERS, { searchTerms: { _id: { in: [...ids] } }, fields: [fieldName], pageSize: 1000 });
  const done: string[] = [];
  const refused: BulkRefusal[] = [];
  const batchId = createBatchId();
  for (const user of users.data) {
    const stored = idsIn(user[fieldName]);
    const next = changeList(stored, change, chosen);
    if (next.length === stored.length && next.every((id, at) => id === stored[at])) continue;
    try {
      await updateRecord(
        USERS,
        user._id,
        { [fieldName]: next, _version: user._version },
        { batchId, idempotencyKey: `${batchId}.${user._id}` },
      );
      done.push(user._id);
    } catch (error) {
      refused.push(refusalOf(user._id, error));
    }
  }
  return { done, refused, batchId: done.length > 0 ? batchId : undefined };
}

/** Sends an invite with a temporary password to each user who has no password, for example after an import. */
export async function inviteUsers(ids: readonly string[]): Promise<MassResult> {
  const done: string[] = [];
  const refused: BulkRefusal[] = [];
  for (const id of ids) {
    try {
      if ((await getUserAccount(id)).hasPassword) {
        refused.push({ _id: id, code: 'has_password', error: t('people.mass.hasPassword') });
        continue;
      }
      await sendUserPassword(id);
      done.push(id);
    } catch (error) {
      refused.push(refusalOf(id, error));
    }
  }
  return { done, refused, batchId: undefined };
}

/** Errors: without a response nobody knows what was saved; the rest is not tried. */
function refusalOf(id: string, error: unknown): BulkRefusal {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error;
  return { _id: id, code: error.code, error: error.message };
}
