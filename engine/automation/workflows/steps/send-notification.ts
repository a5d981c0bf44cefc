import type { StepAction } from '../runs/step-context.ts';
import { fillText } from '../values/fill-text.ts';
import { requireRecord } from './require-record.ts';
import { resolveRecipients } from './resolve-recipients.ts';

const MAX_TEXT = 500;

/** Adds an entry to the notification lists of users. Addresses of people who are not users get none. */
export const sendNotification: StepAction<'notification'> = async (context, { text, recipients }) => {
  const { services, subject, run, path } = context;
  const { users, addresses, skipped } = await resolveRecipients(context, recipients);
  const to = users.map(({ id }) => id);
  const filled = (await fillText(context, text)).slice(0, MAX_TEXT);
  await services.notify({
    to,
    module: subject.module.name,
    record: requireRecord(subject),
    text: filled,
    key: `${run._id}/${path}`.slice(0, 300),
  });
  return { to, text: filled, skipped: [...skipped, ...addresses.map((recipient) => ({ recipient, reason: 'not_an_address' }))] };
};
