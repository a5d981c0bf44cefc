import type { JsonObject } from '#engine/model';
import { dayFrom, type SeedContext } from './seed-context.ts';

/** Records for the first pages of the users who only see their own records: a provider and a dashboard user. */
export async function seedPersonalRecords(
  context: SeedContext,
  people: { readonly provider: string; readonly providerUser: string; readonly dashboardUser: string },
): Promise<void> {
  const { now } = context;
  const tasks = [
    ...listTasks(people.providerUser, [
      ['Upload your renewed license', 6],
      ['Confirm your hours of this week', 2],
      ['Sign the district handbook', 11],
    ]),
    ...listTasks(people.dashboardUser, [
      ['Read the weekly placement figures', 1],
      ['Agree the hiring plan for spring', 9],
    ]),
  ].map(({ due, ...task }): JsonObject => ({ ...task, start_date: dayFrom(now, due - 3), due_date: dayFrom(now, due) }));
  await context.insert('tasks', tasks, tasks.length);
  const documents = [
    ['License', 240],
    ['Background check', 400],
    ['Immunization', -5],
  ].map(
    ([category, days]): JsonObject => ({
      name: `${category}`,
      category: category as string,
      status: Number(days) < 0 ? 'Expired' : 'Active',
      exp_date: dayFrom(now, Number(days)),
      providers_documents: people.provider,
      related_record: { module: 'providers', id: people.provider },
    }),
  );
  await context.insert('documents', documents, documents.length);
  await seedLeave(context, [people.providerUser, people.dashboardUser]);
}

function listTasks(
  user: string,
  tasks: readonly (readonly [subject: string, due: number])[],
): { subject: string; due: number; status: string; task_type: string; assigned_to: string }[] {
  return tasks.map(([subject, due]) => ({ subject, due, status: 'Open', task_type: 'General', assigned_to: user }));
}

/** A day of December that is not past; at its end the last one, so that it is within the year of the balance. */
function drawDayOff(now: number, day: number): string {
  const year = new Date(now).getUTCFullYear();
  const planned = `${year}-12-${day}`;
  return planned > dayFrom(now, 1) ? planned : `${year}-12-31`;
}

async function seedLeave(context: SeedContext, users: readonly string[]): Promise<void> {
  const year = new Date(context.now).getUTCFullYear();
  const balances = users.map(
    (user): JsonObject => ({ users_ptoBalance: user, year, allotted_hours: 80, balance: 64, hours_taken: 16, assigned_to: user }),
  );
  const ids = await context.insert('ptoBalance', balances, balances.length);
  const requests = users.map(
    (user, index): JsonObject => ({
      users_ptoRequests: user,
      ptoBalance_ptoRequests: ids[index] as string,
      pto_date: drawDayOff(context.now, 22 + index),
      hours_requested: 8,
      status: 'Pending',
      reason: 'Holiday',
      assigned_to: user,
    }),
  );
  await context.insert('ptoRequests', requests, requests.length);
}
