import type { JsonObject } from '#engine/model';
import { dayFrom, instantFrom, type SeedContext } from './seed-context.ts';

/** A change of coins or points, in days from now; negative amounts were spent. */
interface BalanceChange {
  readonly days: number;
  readonly amount: number;
  readonly reason: string;
  readonly source: 'achievements' | 'games' | 'store';
}

/** A player among the demo users, with the rewards so far. */
export interface Player {
  readonly _id: string;
  readonly coins: BalanceChange[];
  readonly points: BalanceChange[];
  readonly achievements: { readonly id: string; readonly days: number }[];
  readonly games: { readonly instance: string; readonly position: number; readonly days: number }[];
}

/** Adds coins and points with the same reason. */
export function reward(
  player: Player,
  won: {
    readonly days: number;
    readonly coins: number;
    readonly points: number;
    readonly reason: string;
    readonly source: BalanceChange['source'];
  },
): void {
  const { coins, points, ...why } = won;
  player.coins.push({ ...why, amount: coins });
  player.points.push({ ...why, amount: points });
}

export function balanceOf(movements: readonly BalanceChange[]): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0);
}

/** A wallet and the rewards of each player; their histories add up to the balances. Returns the wallets' ids. */
export async function seedBalances(context: SeedContext, players: readonly Player[]): Promise<readonly string[]> {
  const { now } = context;
  const rewards = players.map(
    (player): JsonObject => ({
      user: player._id,
      assigned_to: player._id,
      pointsBalance: balanceOf(player.points),
      pointsHistory: listHistory(now, player.points, 'points'),
      earned_achievements: player.achievements.map(({ id }) => id),
      achievements: player.achievements.map(({ id, days }) => ({
        achievement: id,
        hasTriggered: true,
        dateAccomplished: dayFrom(now, days),
      })),
      games: player.games.map(({ instance, position, days }) => ({
        gameInstance: instance,
        finishedPosition: position,
        dateFinished: dayFrom(now, days),
      })),
      rewards: player.coins
        .filter(({ amount }) => amount > 0)
        .map(({ days, amount, source }) => ({
          dateRewarded: dayFrom(now, days),
          reward: { rewardType: 'coins', amount },
          reward_source: source,
        })),
    }),
  );
  await context.insert('userRewardsRecognition', rewards, rewards.length);
  const wallets = players.map(
    (player): JsonObject => ({
      user: player._id,
      assigned_to: player._id,
      balance: balanceOf(player.coins),
      coinHistory: listHistory(now, player.coins, 'count'),
    }),
  );
  return context.insert('wallets', wallets, wallets.length);
}

function listHistory(now: number, movements: readonly BalanceChange[], amountName: 'count' | 'points'): JsonObject[] {
  return [...movements]
    .sort((one, other) => one.days - other.days)
    .map(
      ({ days, amount, reason, source }): JsonObject => ({
        dateApplied: instantFrom(now, days, 15),
        [amountName]: Math.abs(amount),
        actionType: amount < 0 ? 'subtract' : 'add',
        reason,
        source_type: source,
      }),
    );
}
