import { SYSTEM_ACTOR } from '#engine';
import { seedCommunity } from './community.ts';
import type { Seeding } from './contract.ts';
import { seedAchievements, seedGames, seedLeaderboards } from './engagement.ts';
import { seedLearning } from './learning.ts';
import { seedBalances, type Player } from './playing.ts';
import { seedStore } from './store.ts';

/** What the demo's people win, buy, learn and tell each other. */
export async function seedTogetherness(seeding: Seeding, providerUser: string): Promise<void> {
  const staff = seeding.staff.map(({ _id }) => _id);
  const { data: clients } = await seeding.records.find(SYSTEM_ACTOR, { module: 'clients', limit: 1 });
  const players = staff.map((_id): Player => ({ _id, coins: [], points: [], achievements: [], games: [] }));
  await seedAchievements(seeding, players, clients[0]?._id ?? '');
  await seedGames(seeding, players);
  const shop = await seedStore(seeding, players);
  await shop.deliver(await seedBalances(seeding, players));
  await seedLeaderboards(seeding);
  await seedLearning(seeding, { staff, provider: providerUser });
  await seedCommunity(seeding, players[0]?.achievements[0]?.id ?? '');
}
