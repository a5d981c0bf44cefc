import { SYSTEM_ACTOR } from '#engine';
import { seedCommunity } from './community.ts';
import type { SeedContext } from './seed-context.ts';
import { seedAchievements, seedGames, seedLeaderboards } from './engagement.ts';
import { seedLearning } from './learning.ts';
import { seedBalances, type Player } from './players.ts';
import { seedStore } from './store.ts';

/** Achievements, games, store orders, courses and conversations of the demo users. */
export async function seedEmployeeEngagement(context: SeedContext, providerUser: string): Promise<void> {
  const staff = context.staff.map(({ _id }) => _id);
  const { data: clients } = await context.records.find(SYSTEM_ACTOR, { module: 'clients', limit: 1 });
  const players = staff.map((_id): Player => ({ _id, coins: [], points: [], achievements: [], games: [] }));
  await seedAchievements(context, players, clients[0]?._id ?? '');
  await seedGames(context, players);
  const shop = await seedStore(context, players);
  await shop.deliver(await seedBalances(context, players));
  await seedLeaderboards(context);
  await seedLearning(context, { staff, provider: providerUser });
  await seedCommunity(context, players[0]?.achievements[0]?.id ?? '');
}
