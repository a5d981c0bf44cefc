import { seedApplicants } from './applicants.ts';
import type { SeedContext } from './seed-context.ts';
import { seedDistricts } from './districts.ts';
import { seedFinance } from './finance.ts';
import { seedInsight } from './insight.ts';
import { seedNavigation } from './navigation.ts';

/** Company-wide data: districts, applicants, timesheets and commissions, reports and menus. */
export async function seedBackOffice(
  context: SeedContext,
  of: {
    readonly accounts: readonly string[];
    readonly jobs: readonly string[];
    readonly leads: readonly string[];
    readonly placements: readonly string[];
    readonly providerUser: string;
  },
): Promise<void> {
  await seedDistricts(context, of.accounts);
  await seedApplicants(context, of);
  await seedFinance(context, of.placements, of.providerUser);
  await seedInsight(context);
  await seedNavigation(context);
}
