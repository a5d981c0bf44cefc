import { defineDuplicates } from '#engine';
import type { JsonObject, JsonValue } from '#engine/model';
import { IDENTITY_FIELDS, readIdentity } from '../../shared/account-identity.ts';
import { makeDuplicateKeys, makeSearchKeys } from '../../shared/duplicate-keys.ts';
import type { AccountMatch } from '../../shared/duplicate-match.ts';
import { scoreDuplicate } from '../../shared/score-duplicate.ts';

const NULLABLE_STRING: JsonObject = { type: ['string', 'null'] };

const textOf = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);

/** Fields and rules that identify duplicate accounts. */
export const accountDuplicates = defineDuplicates(
  {
    module: 'accounts',
    code: 'duplicate_account_detected',
    identityFields: IDENTITY_FIELDS,
    readIdentity,
    makeKeys: makeDuplicateKeys,
    makeSearchKeys,
    score: scoreDuplicate,
    describe: (shown): Omit<AccountMatch, '_id' | 'name' | 'score' | 'reasons'> & JsonObject => {
      const address = (shown['billing_address'] ?? shown['shipping_address'] ?? {}) as JsonObject;
      return {
        account_type: textOf(shown['account_type']),
        city: textOf(address['city']),
        state: textOf(address['state']),
        createdAt: textOf(shown['createdAt']),
      };
    },
    describedSchemas: { account_type: NULLABLE_STRING, city: NULLABLE_STRING, state: NULLABLE_STRING, createdAt: NULLABLE_STRING },
  },
  '/api/accounts',
);
