import { defineDuplicates, type ShownOf } from '#engine';
import { makeDuplicateKeys, makeSearchKeys } from '../../shared/duplicate-keys.ts';
import type { LeadMatch } from '../../shared/duplicate-match.ts';
import { IDENTITY_FIELDS, readIdentity } from '../../shared/lead-identity.ts';
import { scoreDuplicate } from '../../shared/score-duplicate.ts';

/** Fields and rules that identify duplicate leads. */
export const leadDuplicates = defineDuplicates(
  {
    module: 'leads',
    code: 'duplicate_detected',
    identityFields: IDENTITY_FIELDS,
    readIdentity,
    makeKeys: makeDuplicateKeys,
    makeSearchKeys,
    score: scoreDuplicate,
    shown: {
      profession: 'profession',
      lead_status: 'lead_status',
      city: 'current_address.city',
      state: 'current_address.state',
      assigned_to: 'assigned_to.name',
      updatedAt: 'updatedAt',
    } satisfies ShownOf<LeadMatch>,
  },
  '/api/leads',
);
