import { SYSTEM_ACTOR, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';
import { instantFrom, type SeedContext } from './seed-context.ts';
import { toMailName } from './names.ts';

const APPLICANTS = 40;
const LETTERS = [
  'I have worked in schools for several years and would like to stay with one campus.',
  'I am looking for a position near home from next month on.',
  'My license is current and I can start within two weeks.',
  'A colleague of mine works through you and told me about this job.',
];

/** Applications to the jobs; every third is by a person who has become a lead. */
export async function seedApplicants(
  context: SeedContext,
  from: { readonly jobs: readonly string[]; readonly leads: readonly string[] },
): Promise<void> {
  const applicants: JsonObject[] = [];
  for (let index = 0; index < APPLICANTS; index++) {
    const job = await context.records.get(SYSTEM_ACTOR, { module: 'jobs', id: context.random.pick(from.jobs) });
    const lead =
      index % 3 === 0 ? await context.records.get(SYSTEM_ACTOR, { module: 'leads', id: context.random.pick(from.leads) }) : undefined;
    applicants.push({ ...(lead === undefined ? makeNewcomer(context, index) : copyLead(lead)), ...makeApplication(context, job) });
  }
  await context.insert('applicants', applicants, applicants.length);
}

function makeApplication({ random, now }: SeedContext, job: VisibleRecord): JsonObject {
  return {
    jobs_applicants: job._id,
    profession: job.profession ?? null,
    source: random.weighted({ 'Job board': 55, 'Company site': 25, Referral: 12, University: 8 }),
    cover_letter: random.pick(LETTERS),
    date_applied: instantFrom(now, -random.between(1, 21), random.between(12, 22)),
    years_of_experience: random.between(0, 24),
    assigned_to: job.assigned_to ?? null,
  };
}

function copyLead(lead: VisibleRecord): JsonObject {
  const copied = ['first_name', 'last_name', 'mobile_phone', 'email_addresses', 'current_address', 'license_number', 'license_state'].map(
    (field) => [field, lead[field] ?? null],
  );
  return { ...(Object.fromEntries(copied) as JsonObject), lead: lead._id, applicant_status: 'Lead' };
}

function makeNewcomer({ random, places, names }: SeedContext, index: number): JsonObject {
  const name = names.draw(random);
  const place = places.draw(random);
  const applicant_status = random.weighted({ New: 50, Checked: 25, Duplicate: 8, Failed: 5, Declined: 12 });
  return {
    ...name,
    applicant_status,
    mobile_phone: places.phone(place.state, random),
    current_address: { street: places.street(random), city: place.city, state: place.state, zip: place.zip },
    email_addresses: [
      {
        email_address: `${toMailName(name.first_name)}.${toMailName(name.last_name)}.a${index}@example.com`,
        primary: true,
        opt_out: false,
        invalid_email: false,
      },
    ],
    ...(applicant_status === 'Failed' ? { failure: 'The resume could not be read.' } : {}),
  };
}
