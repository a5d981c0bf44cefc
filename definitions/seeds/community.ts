import type { JsonObject } from '#engine/model';
import { instantFrom, type SeedContext } from './seed-context.ts';

/** Subject, type, message, author (an index into the staff), days ago, and comments. */
const CONVERSATIONS = [
  [
    'Phone week starts Monday',
    'Announcement',
    'Five days, one list, lunch for the team with the most talks. Who is in?',
    5,
    3,
    ['In!', 'Gulf South will win this one.', 'We will see about that.'],
  ],
  [
    'Thank you from Miami-Dade',
    'Post',
    'The district wrote that all six of our therapists started on the first day of school. That was all of you.',
    3,
    6,
    ['What a morning to read this.', 'Casey had every license in on time.'],
  ],
  [
    'Bilingual SLPs in Texas',
    'Post',
    'Three districts asked for Spanish-speaking therapists this week. If you have a lead, send it my way before Friday.',
    0,
    1,
    ['I have two in San Antonio.', 'One new graduate, free from January.', 'Perfect, calling both today.'],
  ],
  [
    'New lists for renewals',
    'Post',
    'Licenses that end within sixty days now come first in the list. Tell me what is missing.',
    6,
    9,
    ['Could it show the state?', 'It does, under columns.'],
  ],
  [
    'Welcome back, Sofia',
    'Post',
    'Sofia is back with North and East. Say hello!',
    8,
    12,
    ['Hello!', 'We missed your coffee.', 'It is good to be back.'],
  ],
  ['Race to the coast is over', 'Game', 'Three winners, and a board that is already missed. The next game is on.', 5, 45, ['Rematch.']],
] as const;

const ABOUT = [
  'Twelve years in school staffing. Ask me about rural districts.',
  'I find people who love small schools.',
  'Former classroom aide, now I place them.',
  'Contracts by day, bread by night.',
  'Speech therapy is my corner.',
  'I keep the team fed and the numbers straight.',
  'If a license is late, I already know.',
  'Credentialing, West.',
  'Leave, pay, and everything in between.',
];

/** Conversations and profiles of the staff; `achievement` is earned by the first of them. */
export async function seedCommunity(context: SeedContext, achievement: string): Promise<void> {
  const { random, now, staff } = context;
  const idOf = (place: number): string => staff[place % staff.length]?._id ?? '';
  const conversations = CONVERSATIONS.map(
    ([name, conversation_type, message, author, days, comments], index): JsonObject => ({
      name,
      conversation_type,
      message,
      user: idOf(author),
      assigned_to: idOf(author),
      conversationGroupKey: `conversation-${index + 1}`,
      pinned: index === 0,
      activity_date: instantFrom(now, -days, 13 + index),
      participants: [idOf(author), ...comments.map((_, place) => idOf(author + place + 1))],
    }),
  );
  conversations.push({
    name: `${staff[0]?.first_name} has earned an achievement`,
    conversation_type: 'Achievement',
    achievement,
    user: idOf(0),
    assigned_to: idOf(0),
    conversationGroupKey: 'conversation-achievement',
    activity_date: instantFrom(now, -2, 15),
    participants: [idOf(0)],
  });
  const ids = await context.insert('socialConversations', conversations, conversations.length);
  const comments = CONVERSATIONS.flatMap(([, , , author, , texts], index) =>
    texts.map(
      (comment, place): JsonObject => ({
        socialConversations_socialComments: ids[index] as string,
        comment,
        user: idOf(author + place + 1),
        assigned_to: idOf(author + place + 1),
        conversationGroupKey: `conversation-${index + 1}`,
        viewed_by: random.sample(
          staff.map(({ _id }) => _id),
          random.between(2, staff.length),
        ),
        liked_by: random.sample(
          staff.map(({ _id }) => _id),
          random.between(0, 4),
        ),
      }),
    ),
  );
  await context.insert('socialComments', comments, comments.length);
  const profiles = staff.map(
    ({ _id }, index): JsonObject => ({ user: _id, assigned_to: _id, about_me: ABOUT[index % ABOUT.length] ?? '' }),
  );
  await context.insert('userProfiles', profiles, profiles.length);
}
