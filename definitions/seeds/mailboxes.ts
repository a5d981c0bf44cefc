import type { JsonObject } from '#engine/model';
import { instantFrom, type SeedContext } from './seed-context.ts';

const FOLDERS = [
  ['Inbox', 'Inbox'],
  ['Sent', 'Sent'],
  ['Districts', 'Custom'],
] as const;
/** Sender, recipient (indexes into the staff) and text. */
const CHAT = [
  [0, 1, 'Is the district in Mobile open tomorrow?'],
  [1, 0, 'Yes, until four. Ask for the front office.'],
  [0, 1, 'Thank you!'],
  [6, 0, 'The license of your new speech therapist is in.'],
  [0, 6, 'Great, then she can start on Monday.'],
  [2, 3, 'Can you send me the rate sheet?'],
  [3, 2, 'In your inbox.'],
  [4, 5, 'Interview moved to Thursday.'],
  [5, 4, 'Noted.'],
  [5, 0, 'Your numbers of the week look good.'],
] as const;
const GROUP = [
  [5, 'Stand-up at nine, fifteen minutes.'],
  [2, 'I will dial in.'],
  [7, 'Two checklists are due today, I bring the list.'],
] as const;

/** Mail accounts of the staff and their messages to each other. */
export async function seedMailboxes(context: SeedContext): Promise<void> {
  const writers = context.staff.slice(0, 4);
  await seedAccounts(context, writers);
  await seedNumbers(context, writers);
  await seedMessages(context);
}

async function seedAccounts(context: SeedContext, writers: SeedContext['staff']): Promise<void> {
  const accounts = await context.insert(
    'mailAccounts',
    writers.map(
      ({ _id, first_name }): JsonObject => ({
        gmail_email_address: `${first_name.toLowerCase()}@mail.muster.example`,
        account_nickname: `${first_name}, recruiting`,
        kind: 'Gmail',
        user: _id,
        isDefault: true,
        status: 'Not Connected',
        assigned_to: _id,
      }),
    ),
    writers.length,
  );
  const folders = writers.flatMap(({ _id }, index) =>
    FOLDERS.map(
      ([name, folder_type], order): JsonObject => ({
        name,
        folder_type,
        order,
        user: _id,
        mail_account: accounts[index] as string,
        assigned_to: _id,
      }),
    ),
  );
  await context.insert('emailFolders', folders, folders.length);
  await context.insert(
    'emailSettings',
    writers.map(
      ({ _id, first_name }, index): JsonObject => ({
        user: _id,
        from_name: `${first_name}, Muster Demo Staffing`,
        default_mail_account: accounts[index] as string,
        signature: `${first_name}\nMuster Demo Staffing`,
        assigned_to: _id,
      }),
    ),
    writers.length,
  );
}

async function seedNumbers(context: SeedContext, writers: SeedContext['staff']): Promise<void> {
  const { places, random } = context;
  const numbers = await context.insert(
    'smsSettings',
    writers.map(({ _id }): JsonObject => ({ user: _id, phone_number: places.phone('NY', random), active: true, assigned_to: _id })),
    writers.length,
  );
  await context.insert(
    'smsSignatures',
    writers.map(
      ({ _id, first_name }, index): JsonObject => ({
        name: 'Short',
        signature: `${first_name}, Muster Demo Staffing`,
        user: _id,
        sms_setting: numbers[index] as string,
        isDefault: true,
        assigned_to: _id,
      }),
    ),
    writers.length,
  );
}

async function seedMessages(context: SeedContext): Promise<void> {
  const { staff, now } = context;
  const at = (turn: number): JsonObject => ({
    createdAt: instantFrom(now, -1, 13 + (turn % 8)),
    updatedAt: instantFrom(now, -1, 13 + (turn % 8)),
  });
  const nameOf = (index: number): string => staff[index % staff.length]?._id ?? '';
  const chat = CHAT.map(
    ([from, to, message], turn): JsonObject => ({
      ...at(Math.floor(turn / 2)),
      created_by: nameOf(from),
      sentTo: nameOf(to),
      message,
      readBy: [nameOf(to)],
    }),
  );
  const group = GROUP.map(
    ([from, message], turn): JsonObject => ({
      ...at(turn),
      created_by: nameOf(from),
      group_name: 'Everyone',
      groupUsersIds: staff.map(({ _id }) => _id),
      message,
      readBy: [nameOf(0), nameOf(5)],
    }),
  );
  await context.insert('musterMessage', [...chat, ...group], chat.length + group.length);
}
