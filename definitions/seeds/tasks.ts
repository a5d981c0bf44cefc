import type { JsonObject } from '#engine/model';
import { dayFrom, makeTimestamps, toWorkday, type SeedContext } from './seed-context.ts';
import type { LeadSeed } from './recruiting.ts';
import type { PlacementSeed } from './staffing.ts';
import type { SubSeed } from './submissions.ts';

/** The records that tasks relate to. */
export interface TaskSubjects {
  readonly leads: readonly (LeadSeed & { readonly _id: string })[];
  readonly subs: readonly (SubSeed & { readonly _id: string })[];
  readonly placements: readonly (PlacementSeed & { readonly _id: string })[];
}

type About = keyof TaskSubjects;

const MODULES: readonly About[] = ['leads', 'placements', 'subs'];

/** Task subjects with their type, by the module they relate to. */
const TASKS: { readonly [about in About]: readonly (readonly [subject: string, kind: string])[] } = {
  leads: [
    ['Call about availability', 'Phone call'],
    ['Send the rate sheet', 'E-mail'],
    ['Collect a copy of the license', 'Follow up'],
    ['Check references', 'Follow up'],
  ],
  subs: [
    ['Ask for feedback', 'Feedback'],
    ['Confirm the time of the interview', 'Interview'],
  ],
  placements: [
    ['Call after the first week', 'Phone call'],
    ['Prepare the start packet', 'Onboarding'],
    ['Ask about the extension', 'Follow up'],
  ],
};

/**
 * Tasks about active leads, submitted subs and placements, assigned to the owner of the record. Overdue tasks have an
 * overdue status, and completed tasks were due before now.
 */
export function* makeTasks(context: SeedContext, from: TaskSubjects, count: number): Generator<JsonObject> {
  const { random, now } = context;
  const about: TaskSubjects = {
    leads: from.leads.filter(({ status }) => status !== 'placed' && status !== 'not_interested'),
    subs: from.subs.filter(({ status }) => status === 'Submitted' || status === 'InterviewScheduled'),
    placements: from.placements.filter(({ end }) => end > 0),
  };
  for (let index = 0; index < count; index++) {
    const drawn: About = random.weighted({ leads: 60, subs: 22, placements: 18 });
    const module = about[drawn].length > 0 ? drawn : MODULES.find((other) => about[other].length > 0);
    if (module === undefined) return;
    const record = random.pick<{ readonly _id: string; readonly fields: JsonObject }>(about[module]);
    const [subject, task_type] = random.pick(TASKS[module]);
    const drawnStatus = random.weighted({ 'Not Started': 40, Open: 25, 'In Progress': 15, Completed: 15, 'Past Due': 5 });
    // At least one is late.
    const status = index === 0 ? 'Past Due' : drawnStatus;
    const due = toWorkday(
      now,
      status === 'Past Due' ? -random.between(3, 10) : status === 'Completed' ? -random.between(0, 20) : random.between(2, 20),
    );
    const begun = due - random.between(2, 5);
    yield {
      subject,
      status,
      task_type,
      start_date: dayFrom(now, begun),
      due_date: dayFrom(now, due),
      related_record: { module, id: record._id },
      parent_type: module,
      assigned_to: record.fields['assigned_to'] ?? null,
      ...makeTimestamps(now, begun - 1, status === 'Completed' ? due : begun),
    };
  }
}
