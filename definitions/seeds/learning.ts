/* eslint-disable local/plain-words -- The entries of a course evaluation have these fields. */
import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, type SeedContext } from './seed-context.ts';

/** Name, category, minutes, audience (providers or staff), and whether it is mandatory. */
const COURSES = [
  ['Seizures: what to do in the first five minutes', 'Seizures', 45, 'Providers', true],
  ['Allergies and the epinephrine pen', 'Allergies', 40, 'Providers', true],
  ['Asthma and inhalers at school', 'Asthma', 35, 'Providers', false],
  ['Clean intermittent catheterization', 'Catheterizations', 60, 'Providers', false],
  ['Diabetes care in the classroom', 'Diabetes', 55, 'Providers', false],
  ['Feeding by G-tube', 'G-Tubes', 50, 'Providers', false],
  ['Tracheotomy care and suctioning', 'Tracheotomy', 65, 'Providers', false],
  ['Lifting and moving students safely', 'Mobility', 30, 'Providers', true],
  ['Service logs that get paid', 'Service Logs', 25, 'Providers', true],
  ['Infectious diseases: hands, masks and rooms', 'Infectious Diseases', 30, 'Staff', false],
  ['Code of conduct', 'Company Policies/Procedures', 20, 'Staff', true],
  ['When a district calls an emergency', 'Emergency Response', 25, 'Staff', true],
] as const;
const QUESTIONS = [
  {
    question: 'Which of these is the first thing to do?',
    inputType: 'dropdown',
    options: ['Stay with the student', 'Fetch a form', 'Call the office'],
    answer: 'Stay with the student',
    points: 40,
    required: true,
  },
  {
    question: 'Who must be told on the same day?',
    inputType: 'dropdown-multi',
    options: ['The school nurse', 'The parents', 'The newspaper'],
    answer: ['The school nurse', 'The parents'],
    points: 40,
    required: true,
  },
  { question: 'What would you do differently next time?', inputType: 'text-area', points: 20, required: false },
];

/** Courses with their participants, tutorials, the library and the policies. `people` are the staff and the demo provider. */
export async function seedLearning(
  context: SeedContext,
  people: { readonly staff: readonly string[]; readonly provider: string },
): Promise<void> {
  const evaluations = ['Care of a student', 'Records and billing', 'Conduct and safety'].map(
    (name, index): JsonObject => ({
      name: `${name}: evaluation`,
      instructions: 'Answer from what the course says. You may look things up.',
      passing_score: 80,
      max_attempts: 3,
      time_limit_minutes: 15 + index * 5,
      questions: QUESTIONS,
    }),
  );
  const evaluationIds = await context.insert('courseEvaluation', evaluations, evaluations.length);
  const courses = COURSES.map(
    ([name, category, duration_minutes, audience, mandatory], index): JsonObject => ({
      name,
      categories: [category],
      types: index % 3 === 0 ? ['Video'] : index % 3 === 1 ? ['Document', 'Video'] : ['Article'],
      audience: [audience],
      mandatory,
      duration_minutes,
      credit_hours: Math.round(duration_minutes / 6) / 10,
      valid_months: mandatory ? 12 : 24,
      course_eval: evaluationOf(evaluationIds, index),
      publish_date: dayFrom(context.now, -200 + index * 9),
      description: `${name}, in ${duration_minutes} minutes, with examples from schools that we staff.`,
    }),
  );
  const courseIds = await context.insert('courses', courses, courses.length);
  const taken = people.staff.flatMap((user, index) => [9, 10, 11].map((course) => ({ user, course, place: index + course })));
  const own = [0, 1, 2, 7, 8].map((course) => ({ user: people.provider, course, place: course }));
  await seedSessions(context, [...own, ...taken], { courseIds, evaluationIds });
  await seedReading(context);
}

function evaluationOf(ids: readonly string[], course: number): string {
  return ids[course < 8 ? 0 : course < 9 ? 1 : 2] as string;
}

interface CourseAttempt {
  readonly user: string;
  readonly course: number;
  /** Decides the progress: three of five are completed, one is in progress, one has not started. */
  readonly place: number;
}

async function seedSessions(
  context: SeedContext,
  sittings: readonly CourseAttempt[],
  { courseIds, evaluationIds }: { readonly courseIds: readonly string[]; readonly evaluationIds: readonly string[] },
): Promise<void> {
  const { random, now } = context;
  const rows = sittings.map((sitting) => ({
    ...sitting,
    stage: sitting.place % 5,
    day: -random.between(15, 90),
    score: sitting.place % 11 === 0 ? 60 : 80 + random.between(0, 4) * 5,
  }));
  const sessions = rows.map(({ user, course, stage, day, score }): JsonObject => {
    const base = { course: courseIds[course] as string, user, assigned_to: user, assigned_date: dayFrom(now, day - 14) };
    if (stage === 4) return { ...base, status: 'Assigned', due_date: dayFrom(now, random.between(-3, 30)) };
    const started = { ...base, due_date: dayFrom(now, day + 30), started_at: instantFrom(now, day, 14) };
    if (stage === 3)
      return { ...started, status: 'Started', progress: random.pick([25, 40, 60]), due_date: dayFrom(now, random.between(2, 20)) };
    return {
      ...started,
      status: score < 80 ? 'Not Passed' : 'Completed',
      attended: true,
      progress: 100,
      completed_at: instantFrom(now, day, 16),
      ...(score < 80 ? {} : { valid_until: dayFrom(now, day + 365) }),
    };
  });
  await context.insert('courseSessions', sessions, sessions.length);
  const entries = rows
    .filter(({ stage }) => stage < 3)
    .map(
      ({ user, course, day, score }): JsonObject => ({
        user,
        assigned_to: user,
        course: courseIds[course] as string,
        course_eval: evaluationOf(evaluationIds, course),
        overall_score: score,
        passed: score >= 80,
        date_taken: instantFrom(now, day, 16),
        answers: [
          {
            question: QUESTIONS[0]?.question ?? '',
            answer: score < 80 ? 'Call the office' : 'Stay with the student',
            points: score < 80 ? 0 : 40,
          },
        ],
        comments: random.pick(['', 'Clear and short.', 'More examples from high schools, please.', 'I used this the very next day.']),
      }),
    );
  await context.insert('courseEvalEntries', entries, entries.length);
}

/** Reference material: tutorials, library, policies. */
async function seedReading(context: SeedContext): Promise<void> {
  await seedTutorials(context);
  await seedLibrary(context);
  await seedPolicies(context);
}

async function seedTutorials(context: SeedContext): Promise<void> {
  const tutorials = [
    ['Your first day in Muster', null, 'Staff'],
    ['Find a lead in ten seconds', 'leads', 'Staff'],
    ['Move a sub along its statuses', 'subs', 'Staff'],
    ['Ask for time off', 'ptoRequests', 'Staff'],
    ['Hand in a renewed license', 'documents', 'Providers'],
  ].map(
    ([name, related_module, audience], index): JsonObject => ({
      name: name ?? '',
      sourceType: 'html',
      related_module: related_module ?? null,
      audience: [audience ?? 'Staff'],
      order: index + 1,
      description: 'In three steps.',
      htmlText: '<ol><li>Open the list.</li><li>Choose the record.</li><li>Do what its head offers.</li></ol>',
    }),
  );
  await context.insert('tutorials', tutorials, tutorials.length);
}

async function seedLibrary(context: SeedContext): Promise<void> {
  const { now } = context;
  const resources = [
    ['Seizure action plan', 'Seizures', 'Document'],
    ['Allergy emergency card', 'Allergies', 'Document'],
    ['How to read a glucose meter', 'Diabetes', 'Video'],
    ['Inhaler technique', 'Asthma', 'Video'],
    ['Service log, worked example', 'Service Logs', 'Document'],
    ['What Florida districts ask for', 'District Policies/Procedures', 'Article'],
    ['Hand hygiene poster', 'Infectious Diseases', 'Document'],
    ['Two-person lift', 'Mobility', 'Video'],
    ['Talking to parents after an emergency', 'Emergency Response', 'Article'],
    ['Suctioning checklist', 'Tracheotomy', 'Document'],
  ].map(
    ([name, category, resource_type], index): JsonObject => ({
      name: name ?? '',
      categories: [category ?? ''],
      resource_type: resource_type ?? 'Document',
      audience: ['Staff', 'Providers'],
      publish_date: dayFrom(now, -30 * (index + 1)),
      featured: index % 4 === 0,
      url: `https://library.example.org/${index + 1}`,
      exp_date: dayFrom(now, 400 - index * 45),
      ...(resource_type === 'Article' ? { article: `${name}: what we have learned from the schools that we work with, in one page.` } : {}),
    }),
  );
  await context.insert('libraryResources', resources, resources.length);
}

async function seedPolicies(context: SeedContext): Promise<void> {
  const { now } = context;
  const policies = [
    ['Code of conduct', 'Conduct', 'In Force'],
    ['Paid time off', 'Leave', 'In Force'],
    ['Family and medical leave', 'Leave', 'In Force'],
    ['Pay days and overtime', 'Pay', 'In Force'],
    ['Handling of student records', 'Privacy', 'In Force'],
    ['Working from home', 'Technology', 'Under Review'],
    ['Referral bonus', 'Hiring', 'In Force'],
    ['Severe weather', 'Safety', 'Draft'],
  ].map(
    ([name, category, status], index): JsonObject => ({
      name: name ?? '',
      category: category ?? '',
      status: status ?? '',
      policy_number: `HR-${String(index + 1).padStart(3, '0')}`,
      version: `${1 + (index % 3)}.0`,
      audience: index < 5 ? ['Staff', 'Providers'] : ['Staff'],
      effective_date: dayFrom(now, -300 + index * 20),
      review_date: dayFrom(now, 65 + index * 20),
      requires_acknowledgment: index % 2 === 0,
      assigned_to: context.staff[8]?._id ?? null,
      description: `What holds for ${(name ?? '').toLowerCase()}, and whom to ask.`,
    }),
  );
  await context.insert('hrPolicies', policies, policies.length);
}
