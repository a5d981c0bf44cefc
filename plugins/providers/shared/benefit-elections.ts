import type { JsonValue } from '#engine/model';
import { LEAVING_STATUSES } from './provider-access.ts';

/** Fields in which a provider elects a benefit. */
const ELECTIONS = ['medical_election', 'dental_election', 'vision_election'] as const;

type Election = (typeof ELECTIONS)[number];
type Coverage = { readonly [field in Election | 'status']?: JsonValue | undefined };

/** The benefits of a provider: elected ones that are neither waived nor pending. None if the provider leaves or has left. */
function listBenefits(provider: Coverage | undefined): readonly Election[] {
  return provider === undefined || LEAVING_STATUSES.includes(provider.status)
    ? []
    : ELECTIONS.filter((field) => provider[field] === 'Enrolled');
}

/** Benefits that exist after a save and did not exist before, by their election fields. */
export function listStartedBenefits(before: Coverage | undefined, after: Coverage | undefined): readonly Election[] {
  const earlier = listBenefits(before);
  return listBenefits(after).filter((field) => !earlier.includes(field));
}
