import { seedApplicants } from './applicants.ts';
import { seedAutomation } from './automation.ts';
import type { Seeding } from './contract.ts';
import { seedDistricts } from './districts.ts';
import { seedFinance } from './finance.ts';
import { seedInsight } from './insight.ts';
import { seedNavigation } from './navigation.ts';

/** What the company has once, behind the daily work: districts, applicants, hours and their money, reports, menus and workflows. */
export async function seedBackOffice(seeding: Seeding, of: { readonly accounts: readonly string[]; readonly jobs: readonly string[]; readonly leads: readonly string[]; readonly placements: readonly string[]; readonly providerUser: string }): Promise<void> {
  await seedDistricts(seeding, of.accounts);
  await seedApplicants(seeding, of);
  await seedFinance(seeding, of.placements, of.providerUser);
  await seedInsight(seeding);
  await seedNavigation(seeding);
  await seedAutomation(seeding);
}
