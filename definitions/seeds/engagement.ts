import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, type SeedContext } from './seed-context.ts';
import { reward, type Player } from './players.ts';

/** Name, module that counts, event, count and period, points, coins. */
const ACHIEVEMENTS = [
  ['First call of many', 'activities', 'new', 10, 'Day', 25, 10],
  ['Phone marathon', 'activities', 'new', 200, 'Month', 150, 60],
  ['Full pipeline', 'leads', 'new', 25, 'Week', 75, 25],
  ['Ten in front of clients', 'subs', 'new', 10, 'Week', 100, 40],
  ['Interview magnet', 'subs', 'update', 5, 'Week', 120, 50],
  ['Placed and smiling', 'placements', 'new', 3, 'Month', 200, 80],
  ['Nothing left undone', 'tasks', 'update', 40, 'Week', 60, 20],
  ['A hundred placements', 'placements', 'new', 100, 'Indefinite', 1000, 400],
] as const;

/** An achievement that no player has earned yet. */
const RARE = ACHIEVEMENTS.length - 1;

/** Achievements with their conditions and alerts, and the players who earned them. */
export async function seedAchievements(context: SeedContext, players: readonly Player[], client: string): Promise<void> {
  const achievements = ACHIEVEMENTS.map(
    ([name, related_module, appliesTo, , , score, coins], index): JsonObject => ({
      name,
      client,
      related_module,
      appliesTo,
      score,
      isRare: index === RARE,
      rewards: [
        { rewardType: 'coins', amount: coins },
        { rewardType: 'points', amount: score },
      ],
    }),
  );
  const ids = await context.insert('achievements', achievements, achievements.length);
  const conditions = ACHIEVEMENTS.map(
    ([, module, appliesTo, threshold, spanType], index): JsonObject => ({
      achievement: ids[index] as string,
      functionType: 'count',
      threshold,
      spanType,
      ...(appliesTo === 'update'
        ? {
            functionField: 'status',
            functionFieldType: 'equals',
            functionFieldValue: module === 'subs' ? 'InterviewScheduled' : 'Completed',
          }
        : {}),
    }),
  );
  await context.insert('achievementConditions', conditions, conditions.length);
  const alerts = ids.slice(0, 3).map(
    (achievement, index): JsonObject => ({
      achievement,
      alertType: index === 0 ? 'invite' : 'email',
      sourceType: 'normal',
      subject: `${ACHIEVEMENTS[index]?.[0]}: will you be next?`,
      message: 'Hello {{first_name}},\n\na colleague has just earned this one. Your own page says how far you are.',
      variable_module: 'users',
      variable_field: 'first_name',
      variable: '{{first_name}}',
    }),
  );
  await context.insert('achievementAlerts', alerts, alerts.length);
  for (const player of players) earn(context, player, ids);
}

function earn({ random }: SeedContext, player: Player, ids: readonly string[]): void {
  for (const id of random.sample(ids.slice(0, RARE), random.between(2, 5))) {
    const [reason, , , , , points, coins] = ACHIEVEMENTS[ids.indexOf(id)] as (typeof ACHIEVEMENTS)[number];
    const days = -random.between(40, 150);
    player.achievements.push({ id, days });
    reward(player, { days, coins, points, reason, source: 'achievements' });
  }
}

/** Name, type, module that counts, goal, and the days of start and end. */
const GAMES = [
  ['Race to the coast', { templateKey: 'gameboard', related_module: 'subs', goal: 20 }, -75, -45],
  ['Winter sprint', { templateKey: 'gameboard', related_module: 'placements', goal: 12 }, -38, -10],
  ['Break time', { templateKey: 'arcade', arcadeType: 'breakout', related_module: 'activities', goal: 5 }, -9, 21],
  ['Bank panic Friday', { templateKey: 'arcade', arcadeType: 'bank panic', related_module: 'leads', goal: 3 }, 12, 19],
] as const;
const PRIZES = [
  [80, 200],
  [50, 120],
  [30, 80],
] as const;

/** Four games with one instance each: two have ended, one is running, one is planned. */
export async function seedGames(context: SeedContext, players: readonly Player[]): Promise<void> {
  const { now } = context;
  const games = GAMES.map(
    ([name, game]): JsonObject => ({
      name,
      ...game,
      appliesTo: 'new',
      description:
        game.templateKey === 'arcade'
          ? `Every ${game.goal} new records give one credit.`
          : `Each new record is a step; tile ${game.goal} is the last.`,
      rewards: PRIZES.map(([amount], index) => ({ rewardType: 'coins', amount, appliedPositions: [index + 1] })),
    }),
  );
  const gameIds = await context.insert('games', games, games.length);
  await context.insert(
    'gameAlerts',
    [2, 3].map(
      (index): JsonObject => ({
        game: gameIds[index] as string,
        alertType: 'invite',
        sourceType: 'normal',
        subject: `${GAMES[index]?.[0]} is on`,
        message: 'Everyone plays. Your credits wait for you.',
      }),
    ),
    2,
  );
  const winners = GAMES.map(([, , , end]) => (end < 0 ? context.random.sample(players, PRIZES.length) : []));
  const instances = GAMES.map(
    ([, game, start, end], index): JsonObject => ({
      game: gameIds[index] as string,
      start_date: dayFrom(now, start),
      end_date: dayFrom(now, end),
      active: end >= 0,
      hasStarted: start < 0,
      hasEnded: end < 0,
      ...(end < 0 ? { date_completed: instantFrom(now, end, 22) } : {}),
      game_teams: [{ name: 'Everyone', members: players.map(({ _id }) => _id) }],
      ...(end < 0 && game.templateKey === 'gameboard'
        ? {
            current_state: players.map(({ _id }, place) => ({
              user_id: _id,
              current_tile: (place * 3) % game.goal,
              action_date: dayFrom(now, end),
            })),
          }
        : {}),
      results: (winners[index] ?? []).map(({ _id }, place) => ({
        user: _id,
        finishedPosition: place + 1,
        dateFinished: dayFrom(now, end),
      })),
    }),
  );
  const ids = await context.insert('gameInstances', instances, instances.length);
  ids.forEach((instance, index) => winners[index]?.forEach((player, place) => finish(player, { instance, place, index })));
  await seedPlay(context, players, ids);
}

function finish(
  player: Player,
  { instance, place, index }: { readonly instance: string; readonly place: number; readonly index: number },
): void {
  const [name, , , end] = GAMES[index] as (typeof GAMES)[number];
  const [coins, points] = PRIZES[place] as (typeof PRIZES)[number];
  player.games.push({ instance, position: place + 1, days: end });
  reward(player, { days: end, coins, points, reason: `${name}, position ${place + 1}`, source: 'games' });
}

async function seedPlay(context: SeedContext, players: readonly Player[], instances: readonly string[]): Promise<void> {
  const { random, now } = context;
  const begun = GAMES.flatMap(([, , start, end], index) => (start < 0 ? [{ game_instance: instances[index] as string, end }] : []));
  const sessions = begun.flatMap(({ game_instance, end }) =>
    players.map(
      ({ _id }): JsonObject => ({
        game_instance,
        user: _id,
        assigned_to: _id,
        points: random.between(2, 40) * 10,
        available_credits: end > 0 ? random.between(0, 6) : 0,
        used_credits: random.between(0, 14),
        last_time_viewed: instantFrom(now, Math.min(end, -random.between(0, 4)), random.between(13, 21)),
      }),
    ),
  );
  await context.insert('gameSessions', sessions, sessions.length);
  const activities = begun.flatMap(({ game_instance, end }) =>
    random.sample(players, 8).map(
      ({ _id }): JsonObject => ({
        game_instance,
        user: _id,
        assigned_to: _id,
        message: end > 0 ? `scored ${random.between(2, 40) * 10} points` : `has reached tile ${random.between(2, 11)}`,
      }),
    ),
  );
  await context.insert('gameActivities', activities, activities.length);
}

/** Three leaderboards. */
export async function seedLeaderboards(context: SeedContext): Promise<void> {
  const boards: JsonObject[] = [
    { name: 'Calls and notes this week', related_module: 'activities', timeSpan: 'week', no_format: true },
    { name: 'Subs this month', related_module: 'subs', timeSpan: 'month', no_format: true, show_credits: true },
    { name: 'Placements of the year, by team', leaderboard_type: 'team', related_module: 'placements', timeSpan: 'year', no_format: true },
  ];
  await context.insert('leaderboards', boards, boards.length);
}
