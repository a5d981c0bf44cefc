import { SYSTEM_ACTOR, type VisibleRecord } from '#engine';
import type { JsonObject } from '#engine/model';
import { instantFrom, textOf, type SeedContext } from './seed-context.ts';

/** The lead fields that messages use. */
interface Addressee {
  readonly _id: string;
  readonly first_name: string;
  readonly name: string;
  readonly profession: string;
  readonly email: string;
  readonly phone: string;
  readonly owner: string;
}

const TEMPLATES = [
  [
    'First hello',
    'email',
    'Recruiting',
    'The first e-mail to a new lead.',
    'Schools near you are hiring',
    'Hello {{ target.first_name }},\n\nschools near you are looking for a {{ target.profession }} for this year. Do you have ten minutes this week?',
  ],
  [
    'Availability',
    'email',
    'Recruiting',
    'Asks when a lead is free and for how many hours.',
    'When could you start?',
    'Hello {{ target.first_name }},\n\nfrom which day are you free, and how many hours a week would you like?',
  ],
  [
    'Interview confirmation',
    'email',
    'Interview',
    'Day, time and place of an interview.',
    'Your interview is booked',
    'Hello {{ target.first_name }},\n\nyour interview is booked. Please bring your license and an ID.',
  ],
  [
    'Offer',
    'email',
    'Submission',
    'Rate, hours and start of an offer.',
    'Your offer',
    'Hello {{ target.first_name }},\n\nthe district would like to have you. Please find rate and hours below.',
  ],
  [
    'Missing documents',
    'email',
    'Credentialing',
    'What is still missing before the start.',
    'We are still missing a document',
    'Hello {{ target.first_name }},\n\none item of your checklist is open. Could you send it today?',
  ],
  [
    'Weekly news for districts',
    'email',
    'Client update',
    "What the client's positions look like.",
    'Your open positions this week',
    'Good morning,\n\nhere is where your open positions stand.',
  ],
  [
    'Text: call me back',
    'sms',
    'Recruiting',
    'After a call that nobody took.',
    null,
    'Hi {{ target.first_name }}, I just tried to reach you about a school position. When may I call?',
  ],
  [
    'Text: interview tomorrow',
    'sms',
    'Interview',
    'The day before an interview.',
    null,
    'Hi {{ target.first_name }}, your interview is tomorrow. Reply YES if all is set.',
  ],
  [
    'Text: document missing',
    'sms',
    'Credentialing',
    'A short reminder of an open item.',
    null,
    'Hi {{ target.first_name }}, one document is still missing. You find it in your checklist.',
  ],
  [
    'School therapist',
    'job description',
    'Recruiting',
    'For therapy positions at schools.',
    null,
    'You work with children at one or two campuses, write their plans, and meet their teachers and parents.',
  ],
] as const;

/** The first campaigns refer to a job and are named by its profession and place. */
const CAMPAIGNS = [
  [null, 'Email', 'Sent', 0, 240, -9],
  [null, 'SMS', 'Sent', 6, 118, -6],
  ['Who is free in spring?', 'Email', 'Sending', 1, 410, -1],
  ['Closing day reminder', 'Voice', 'Scheduled', null, 64, 3],
  ['License renewals', 'SMS', 'Paused', 8, 75, -3],
  [null, 'Email', 'Draft', 0, 0, 0],
] as const;

/** E-mail and text message threads: sender and text of each message, in order. */
const MAILS = [
  [
    'Schools near you are hiring',
    'Hello {name},\n\nschools near you are looking for a {profession} for this year. Do you have ten minutes this week?',
    'Thank you, yes: Thursday after four works best. I would like to stay with one campus.',
  ],
  [
    'When could you start?',
    'Hello {name},\n\nfrom which day are you free, and how many hours a week would you like?',
    'From the first of next month, thirty hours if possible.',
  ],
  ['Your license', 'Hello {name},\n\ncould you send me a copy of your license? I would like to submit you today.', undefined],
  [
    'Your interview is booked',
    'Hello {name},\n\nyour interview is booked. Please bring your license and an ID.',
    'Got it, thank you. Is there parking at the school?',
  ],
] as const;
const TEXTS = [
  ['Hi {name}, I just tried to reach you about a school position. When may I call?', 'Any time after 3 pm'],
  ['Hi {name}, your interview is tomorrow. Reply YES if all is set.', 'YES'],
  ['Hi {name}, the district raised the rate. Still interested?', undefined],
] as const;
const NOTES = [
  ['Phone call', 'Prefers middle school', 'Has worked with grades 6 to 8 for five years and would like to stay there.'],
  ['Reference', 'Reference of the last principal', 'Reliable, on time, families ask for her by name.'],
  ['Availability', 'Free from January', 'Moves in December; no evenings.'],
  ['Compliance', 'License renewal under way', 'Renewal was sent in; confirmation is due in two weeks.'],
  ['Meeting', 'Met at the career fair', 'Asked about the rate first, then about the caseload.'],
  ['General', 'Do not call before noon', 'Works mornings until the end of term.'],
] as const;
const CALLS = [
  ['Screening call', 'Call', 'Asked about experience, license and rate.', 860],
  ['Rate call', 'Call', 'Agreed on the rate; waits for the district.', 412],
  ['Voicemail', 'Voicemail', 'Asks to be called back after four.', 27],
  ['Reference call', 'Call', 'Spoke with the last principal.', 538],
  ['Voicemail', 'Voicemail', 'Cannot come on Friday, asks for another day.', 34],
] as const;

/** Communication between staff and leads: templates, campaigns, e-mails, text messages, calls and notes. */
export async function seedCommunication(
  context: SeedContext,
  from: { readonly leads: readonly string[]; readonly jobs: readonly string[] },
): Promise<void> {
  const leads = await readAddressees(context, from.leads.slice(0, 16));
  const templates = await seedTemplates(context);
  await context.insert(
    'voiceshots',
    [
      ['Closing day', 'Schools are closed because of the weather.'],
      ['Orientation', 'Reminds of the orientation on Monday.'],
    ].map(([title, description]) => ({ title: title as string, description: description as string, active: true })),
    2,
  );
  const campaigns: JsonObject[] = [];
  for (const [index, campaign] of CAMPAIGNS.entries()) {
    // A small demo has few jobs.
    const about = campaign[0] === null ? from.jobs[index % from.jobs.length] : undefined;
    if (campaign[0] === null && about === undefined) continue;
    const job = about === undefined ? undefined : await context.records.get(SYSTEM_ACTOR, { module: 'jobs', id: about });
    campaigns.push(
      describeCampaign(context, campaign, {
        template: templates[campaign[3] ?? -1],
        job,
        leads: leads.slice(index, index + 6).map(({ _id }) => _id),
      }),
    );
  }
  await context.insert('campaigns', campaigns, campaigns.length);
  const parts = {
    messages: leads.flatMap((lead, index) => listMails(context, lead, index)),
    sms: leads.flatMap((lead, index) => listTexts(context, lead, index)),
    notes: leads.map((lead, index) => describeNote(context, lead, index)),
    recordings: leads.slice(0, 10).map((lead, index) => describeCall(context, lead, index)),
  };
  // Sorted by time, so that the records created last are also the newest.
  for (const [module, records] of Object.entries(parts))
    await context.insert(
      module,
      records.sort((a, b) => (textOf(a['createdAt']) < textOf(b['createdAt']) ? -1 : 1)),
      records.length,
    );
  await seedDialer(context, leads);
}

async function readAddressees({ records, staff }: SeedContext, ids: readonly string[]): Promise<Addressee[]> {
  const addressees: Addressee[] = [];
  for (const id of ids) {
    const lead = await records.get(SYSTEM_ACTOR, { module: 'leads', id });
    const [mail] = (lead['email_addresses'] ?? []) as readonly { readonly email_address: string }[];
    addressees.push({
      _id: id,
      first_name: textOf(lead['first_name']),
      name: textOf(lead['name']),
      profession: textOf(lead['profession']),
      email: mail?.email_address ?? '',
      phone: textOf(lead['mobile_phone']),
      owner: textOf(lead['assigned_to'] ?? staff[0]?._id),
    });
  }
  return addressees;
}

async function seedTemplates(context: SeedContext): Promise<readonly string[]> {
  const { staff } = context;
  const templates = TEMPLATES.map(
    ([name, type, group_category, description, subject, body], index): JsonObject => ({
      name,
      type,
      group_category,
      description,
      subject,
      body,
      send_type: 'Individual',
      content_type: 'Plain text',
      restrict_to_module: type === 'job description' ? 'jobs' : 'leads',
      assigned_to: staff[index % staff.length]?._id ?? null,
    }),
  );
  return context.insert('templates', templates, templates.length);
}

function describeCampaign(
  { now, staff }: SeedContext,
  [name, campaign_type, status, , recipients, day]: (typeof CAMPAIGNS)[number],
  about: { readonly template: string | undefined; readonly job: VisibleRecord | undefined; readonly leads: readonly string[] },
): JsonObject {
  const isDraft = status === 'Draft';
  const isOut = !isDraft && status !== 'Scheduled';
  return {
    name: name ?? `${textOf(about.job?.['profession'])} near ${textOf(about.job?.['city'])}`,
    campaign_type,
    status,
    jobs_campaigns: about.job?._id ?? null,
    templates_campaigns: about.template ?? null,
    assigned_to: staff[0]?._id ?? null,
    ...(about.template === undefined ? {} : { audience: 'Leads', steps: listSteps(campaign_type, about.template) }),
    ...(isDraft ? {} : { leads_campaigns: [...about.leads], scheduled_at: instantFrom(now, day, 15), recipients_count: recipients }),
    ...(isOut
      ? {
          sent_at: instantFrom(now, day, 15),
          delivered_count: Math.round(recipients * 0.96),
          opened_count: Math.round(recipients * 0.41),
          replied_count: Math.round(recipients * 0.07),
        }
      : {}),
    createdAt: instantFrom(now, Math.min(day, 0) - 1, 14),
    updatedAt: instantFrom(now, Math.min(day, 0) - 1, 14),
  };
}

/** E-mail campaigns remind after three days, with two subjects to compare. */
function listSteps(type: string, template: string): JsonObject[] {
  const first = { days: 0, template };
  if (type !== 'Email') return [first];
  return [
    { ...first, subject_a: 'A school near you is hiring', subject_b: 'Would you like a shorter way to work?', share_b: 50 },
    { days: 3, template, subject_a: 'Still open near you' },
  ];
}

/** Common fields of the records of a thread: lead, user and time. */
function base({ now }: SeedContext, lead: Addressee, days: number, hour: number): JsonObject {
  const at = instantFrom(now, days, hour);
  return {
    related_record: { module: 'leads', id: lead._id },
    assigned_to: lead.owner,
    created_by: lead.owner,
    createdAt: at,
    updatedAt: at,
  };
}

function fill(text: string, { first_name, profession }: Addressee): string {
  return text.replace('{name}', first_name).replace('{profession}', profession);
}

function listMails(context: SeedContext, lead: Addressee, index: number): JsonObject[] {
  const [subject, question, reply] = MAILS[index % MAILS.length] as (typeof MAILS)[number];
  const office = 'jobs@muster.example';
  const day = -14 + (index % 13);
  const sent = {
    ...base(context, lead, day, 14),
    messageType: 'Email',
    direction: 'Outbound',
    status: reply === undefined ? 'Sent' : 'Opened',
    sentFrom: office,
    to: [lead.email],
    subject,
    message: fill(question, lead),
    sent_at: instantFrom(context.now, day, 14),
  };
  if (reply === undefined) return [sent];
  const status = index % 3 === 0 ? 'Received - Not Read' : 'Received - Read';
  return [
    sent,
    {
      ...base(context, lead, day, 19),
      messageType: 'Email',
      direction: 'Inbound',
      status,
      sentFrom: lead.email,
      to: [office],
      subject: `Re: ${subject}`,
      message: reply,
      sent_at: instantFrom(context.now, day, 19),
    },
  ];
}

function listTexts(context: SeedContext, lead: Addressee, index: number): JsonObject[] {
  const [question, reply] = TEXTS[index % TEXTS.length] as (typeof TEXTS)[number];
  const office = '2125550100';
  const day = -9 + (index % 9);
  const sent = {
    ...base(context, lead, day, 15),
    direction: 'Outbound',
    status: index === 5 ? 'Failed' : 'Delivered',
    ...(index === 5 ? { failure: 'The number takes no text messages.' } : {}),
    to: lead.phone,
    sentFrom: office,
    message: fill(question, lead),
    segments: 1,
    sent_at: instantFrom(context.now, day, 15),
  };
  if (reply === undefined || index === 5) return [sent];
  return [
    sent,
    {
      ...base(context, lead, day, 16),
      direction: 'Inbound',
      status: index % 4 === 0 ? 'Received - Not Read' : 'Received - Read',
      to: office,
      sentFrom: lead.phone,
      message: reply,
      segments: 1,
      sent_at: instantFrom(context.now, day, 16),
    },
  ];
}

function describeNote(context: SeedContext, lead: Addressee, index: number): JsonObject {
  const [note_type, name, note] = NOTES[index % NOTES.length] as (typeof NOTES)[number];
  return { ...base(context, lead, -20 + index, 17), name, note_type, note, pinned: index % 6 === 5 };
}

function describeCall(context: SeedContext, lead: Addressee, index: number): JsonObject {
  const [what, type, description, duration_seconds] = CALLS[index % CALLS.length] as (typeof CALLS)[number];
  const days = -11 + index;
  return {
    ...base(context, lead, days, 18),
    name: `${what}, ${lead.name}`,
    type,
    description,
    duration_seconds,
    phone: lead.phone,
    user: lead.owner,
    recorded_at: instantFrom(context.now, days, 18),
  };
}

async function seedDialer(context: SeedContext, leads: readonly Addressee[]): Promise<void> {
  const { now, staff } = context;
  const people = leads.slice(0, 8).map(({ _id, name, phone }): JsonObject => ({ recordId: _id, name, phone }));
  const campaigns = [
    {
      name: 'Monday calls',
      status: '7',
      isStopped: true,
      remainingCalls: [],
      started_at: instantFrom(now, -6, 14),
      ended_at: instantFrom(now, -6, 16),
    },
    { name: 'Not reached last week', status: '0', isStopped: true, remainingCalls: people },
  ].map(
    (campaign, index): JsonObject => ({
      ...campaign,
      organizer: staff[index]?._id ?? null,
      related_module: 'leads',
      participants: people,
      isPaused: false,
      conferenceStarted: false,
      assigned_to: staff[index]?._id ?? null,
    }),
  );
  await context.insert('dialerCampaigns', campaigns, campaigns.length);
}
