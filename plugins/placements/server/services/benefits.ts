import type { RecordOf } from '#engine/model';

const ELECTIONS = ['medical_election', 'dental_election', 'vision_election'] as const;

/** Whether a provider still has a choice of benefits to make: employees have one, contractors none. */
export function hasBenefitsToChoose(provider: RecordOf<'providers'>): boolean {
  return provider.provider_type === 'W2' && ELECTIONS.some((field) => (provider[field] ?? 'Pending') === 'Pending');
}

/** Filter for employees who take part in a benefit. Of those who leave the `providers` plugin takes care. */
export const ENROLLED_PROVIDER_FILTER = { provider_type: 'W2', status: 'Active', or: ELECTIONS.map((field) => ({ [field]: 'Enrolled' })) } as const;
