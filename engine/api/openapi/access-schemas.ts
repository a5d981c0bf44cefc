import type { JsonObject } from '#engine/model/values';
import {
  RECORD_ACTIONS,
  VALUE_LEVELS,
  type AccessExplanation,
  type AccessGrant,
  type AccessOverview,
  type AccessReason,
  type AccessValues,
  type AffectedRecords,
  type AffectedRecordsPage,
  type AffectedUser,
  type AffectedUsersPage,
  type ComparedAccess,
  type ComparedField,
  type ComparedPermission,
  type ComparedRight,
} from '#engine/model/wire';
import { closedObject, COUNT, FLAG, ID_AND_NAME, listOf, object, orNull, reference, TEXT } from './schema-parts.ts';

/** Schemas of explanations of access, and of what drafts change of it. */
export function accessSchemas(): { readonly [name: string]: JsonObject } {
  const reason = closedObject<AccessReason>(
    { rule: TEXT, passes: FLAG, decides: FLAG, role: TEXT, team: TEXT, text: TEXT },
    'role',
    'team',
  );
  const grant = closedObject<AccessGrant>(
    {
      ...{ kind: { enum: ['role', 'team', 'owner'] }, role: TEXT, roleId: TEXT },
      ...{ module: TEXT, property: TEXT, value: { type: ['string', 'boolean'] }, label: TEXT },
    },
    'role',
    'roleId',
    'module',
    'label',
  );
  return {
    AccessExplanation: closedObject<AccessExplanation>({ allowed: FLAG, reasons: listOf(reason), grant }, 'grant'),
    AccessOverview: closedObject<AccessOverview>({ user: ID_AND_NAME, access: reference('ComparedAccess') }),
    AccessValues: closedObject<AccessValues>({ seen: orNull(object({ module: reference('Module'), record: { type: 'object' } })) }),
    ComparedAccess: comparedAccess(grant),
    ...affectedSchemas(),
  };
}

function comparedAccess(grant: JsonObject): JsonObject {
  const why = { rule: TEXT, text: TEXT, textBefore: TEXT, grant: orNull(grant) };
  const right = closedObject<ComparedRight>({ before: FLAG, after: FLAG, ...why });
  const level = { enum: [...VALUE_LEVELS] };
  return closedObject<ComparedAccess>({
    module: TEXT,
    label: TEXT,
    record: orNull(ID_AND_NAME),
    rights: object(Object.fromEntries(RECORD_ACTIONS.map((action) => [action, right]))),
    fields: listOf(closedObject<ComparedField>({ name: TEXT, label: TEXT, before: level, after: level, shown: FLAG, ...why })),
    permissions: listOf(closedObject<ComparedPermission>({ name: TEXT, label: TEXT, plugin: TEXT, before: FLAG, after: FLAG, ...why })),
  });
}

function affectedSchemas(): { readonly [name: string]: JsonObject } {
  const page = { total: COUNT, pageNumber: COUNT, pageSize: COUNT };
  const records = orNull(closedObject<AffectedRecords>({ count: COUNT, examples: listOf(ID_AND_NAME) }));
  const user = closedObject<AffectedUser>({
    ...{ _id: TEXT, name: TEXT, changes: FLAG, before: TEXT, after: TEXT },
    ...{ gained: records, lost: records },
  });
  return {
    AffectedUsersPage: closedObject<AffectedUsersPage>({ data: listOf(user), ...page }),
    AffectedRecordsPage: closedObject<AffectedRecordsPage>({ data: listOf(ID_AND_NAME), ...page }),
  };
}
