import { defineDuplicates } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { makeDuplicateKeys, makeSearchKeys } from '../../shared/duplicate-keys.ts';
import type { LeadMatch } from '../../shared/duplicate-match.ts';
import { IDENTITY_FIELDS, readIdentity } from '../../shared/lead-identity.ts';
import { scoreDuplicate } from '../../shared/score-duplicate.ts';

const NULLABLE_STRING: JsonObject = { type: ['string', 'null'] };

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);
const partsOf = (value: JsonValue | undefined): { readonly [part: string]: JsonValue | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

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
    describe: (shown): Omit<LeadMatch, '_id' | 'name' | 'score' | 'reasons'> & JsonObject => {
      const { city, state } = partsOf(shown['current_address']);
      return {
        profession: textOf(shown['profession']),
        lead_status: textOf(shown['lead_status']),
        city: textOf(city),
        state: textOf(state),
        assigned_to: textOf(partsOf(shown['assigned_to'])['name']),
        updatedAt: textOf(shown['updatedAt']),
      };
    },
    describedSchemas: {
      profession: NULLABLE_STRING,
      lead_status: NULLABLE_STRING,
      city: NULLABLE_STRING,
      state: NULLABLE_STRING,
      assigned_to: NULLABLE_STRING,
      updatedAt: NULLABLE_STRING,
    },
  },
  '/api/leads',
);
