import type { RecordOf } from '#engine/model';

const ELECTIONS = ['medical_election', 'dental_election', 'vision_election'] as const;

/** Whether a provider has not made all benefit choices yet. Only employees choose benefits, contractors do not. */
export function hasBenefitsToChoose(provider: RecordOf<'providers'>): boolean {
  return provider.provider_type === 'W2' && ELECTIONS.some((field) => (provider[field] ?? 'Pending') === 'Pending');
}

/** Filter for employees with at least one benefit. The `providers` plugin handles those who leave. */
export const ENROLLED_PROVIDER_FILTER = {
  provider_type: 'W2',
  status: 'Active',
  or: ELECTIONS.map((field) => ({ [field]: 'Enrolled' })),
} as const;
