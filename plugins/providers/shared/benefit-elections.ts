import type { JsonValue } from '#engine/model';
import { LEAVING_STATUSES } from './provider-access.ts';

/** Fields in which a provider elects a benefit. */
const ELECTIONS = ['medical_election', 'dental_election', 'vision_election'] as const;

type Election = (typeof ELECTIONS)[number];
type Coverage = { readonly [field in Election | 'status']?: JsonValue | undefined };

/** Benefits that somebody has: those that they elected, and neither waived nor think over, unless they leave or have left. */
function listBenefits(provider: Coverage | undefined): readonly Election[] {
  return provider === undefined || LEAVING_STATUSES.includes(provider.status) ? [] : ELECTIONS.filter((field) => provider[field] === 'Enrolled');
}

/** Benefits that somebody has after a save and had not before it, by the field in which they are elected. */
export function listStartedBenefits(before: Coverage | undefined, after: Coverage | undefined): readonly Election[] {
  const earlier = listBenefits(before);
  return listBenefits(after).filter((field) => !earlier.includes(field));
}
