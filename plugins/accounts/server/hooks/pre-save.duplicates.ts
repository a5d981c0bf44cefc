import { defineDuplicates, type ShownOf } from '#engine';
import { IDENTITY_FIELDS, readIdentity } from '../../shared/account-identity.ts';
import { makeDuplicateKeys, makeSearchKeys } from '../../shared/duplicate-keys.ts';
import type { AccountMatch } from '../../shared/duplicate-match.ts';
import { scoreDuplicate } from '../../shared/score-duplicate.ts';

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
    shown: {
      account_type: 'account_type',
      city: ['billing_address.city', 'shipping_address.city'],
      state: ['billing_address.state', 'shipping_address.state'],
      createdAt: 'createdAt',
    } satisfies ShownOf<AccountMatch>,
  },
  '/api/accounts',
);
