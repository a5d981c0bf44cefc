import type { JsonObject } from '#engine/model';
import { dayFrom, type SeedContext } from './seed-context.ts';
import { balanceOf, type Player } from './players.ts';

const CATEGORIES = [
  ['Wear', ['Shirts', 'Hats']],
  ['Desk', ['Cups', 'Notebooks']],
  ['Time and treats', ['Time off', 'Lunch']],
  ['Giving', []],
] as const;

/** Name, category, price in coins, stock. */
const ITEMS = [
  ['Muster hoodie', 0, 90, 18],
  ['Polo shirt', 0, 70, 24],
  ['Baseball cap', 0, 35, 40],
  ['Insulated cup', 1, 40, 32],
  ['Dotted notebook', 1, 15, 75],
  ['Wireless mouse', 1, 85, 9],
  ['Afternoon off', 2, 150, 20],
  ['Lunch with the team', 2, 60, 30],
  ['Coffee card', 2, 25, 60],
  ['Movie tickets for two', 2, 55, 14],
  ['A meal for a family in need', 3, 20, 500],
  ['School supplies for a class', 3, 45, 200],
] as const;
const SIZED = 2;

/** A purchase: the index of each item in ITEMS, and the day from now. */
interface Order {
  readonly player: Player;
  readonly items: readonly number[];
  readonly days: number;
}

export interface Shop {
  /** Inserts the orders, paid from these wallets (in the order of the players). */
  readonly deliver: (wallets: readonly string[]) => Promise<void>;
}

/** The store with its items, and the purchases of the players; the orders are inserted after the wallets. */
export async function seedStore(context: SeedContext, players: readonly Player[]): Promise<Shop> {
  const categories = CATEGORIES.map(
    ([name, subs], index): JsonObject => ({
      name,
      order: index + 1,
      subCategories: subs.map((sub, order) => ({ name: sub, order: order + 1 })),
    }),
  );
  const categoryIds = await context.insert('storeCategories', categories, categories.length);
  const items = ITEMS.map(
    ([name, category, price, quantity], index): JsonObject => ({
      name,
      price,
      quantity,
      storeCategories_storeItems: categoryIds[category] as string,
      featured: index % 5 === 0,
      ...(index < SIZED
        ? {
            options: ['S', 'M', 'L', 'XL'].map((size, place) => ({
              _id: `${index + 1}-${size}`,
              name: size,
              price,
              quantity: Math.ceil((quantity - place) / 4),
            })),
          }
        : {}),
    }),
  );
  const itemIds = await context.insert('storeItems', items, items.length);
  const coins = [
    ['Thank you', 5, 'Help between colleagues', 10],
    ['Above and beyond', 15, 'More than anybody asked for', 4],
    ['Team spirit', 10, 'What holds a team together', 6],
  ] as const;
  await context.insert(
    'storeCoins',
    coins.map(
      ([name, value, reason, monthly_limit], order): JsonObject => ({
        name,
        value,
        reason,
        monthly_limit,
        order: order + 1,
        given_by_colleagues: true,
      }),
    ),
    coins.length,
  );
  const orders = players.flatMap((player) => buy(context, player));
  return {
    deliver: (wallets) =>
      writeOrders(context, orders, (order) => ({ items: itemIds, wallet: wallets[players.indexOf(order.player)] as string })),
  };
}

/** Up to two orders that the player can pay. */
function buy({ random }: SeedContext, player: Player): Order[] {
  const orders: Order[] = [];
  for (const days of [-random.between(20, 34), -random.between(1, 9)]) {
    const items: number[] = [];
    for (const item of random.sample(
      ITEMS.map((_, index) => index),
      2,
    ))
      if (priceOf([...items, item]) <= balanceOf(player.coins)) items.push(item);
    if (items.length === 0) continue;
    player.coins.push({ days, amount: -priceOf(items), reason: items.map((item) => ITEMS[item]?.[0]).join(', '), source: 'store' });
    orders.push({ player, items, days });
  }
  return orders;
}

function priceOf(items: readonly number[]): number {
  return items.reduce((sum, item) => sum + (ITEMS[item]?.[2] ?? 0), 0);
}

async function writeOrders(
  context: SeedContext,
  orders: readonly Order[],
  find: (order: Order) => { readonly items: readonly string[]; readonly wallet: string },
): Promise<void> {
  const { random, now } = context;
  const transactions = [...orders]
    .sort((one, other) => one.days - other.days)
    .map((order): JsonObject => {
      const { items, wallet } = find(order);
      const delivered = order.days < -10;
      return {
        user: order.player._id,
        assigned_to: order.player._id,
        wallets_storeTransactions: wallet,
        storeItems_storeTransactions: order.items.map((item) => items[item] as string),
        items: order.items.map((item) => ({
          storeItem: items[item] as string,
          selectedOption: { _id: `${item + 1}${item < SIZED ? '-M' : ''}`, price: priceOf([item]) },
          quantity: 1,
        })),
        item_count: order.items.length,
        total: priceOf(order.items),
        transaction_date: dayFrom(now, order.days),
        delivery: 'Front desk',
        ...(delivered
          ? { status: 'Delivered', delivered_on: dayFrom(now, order.days + 4) }
          : { status: random.pick(['Ordered', 'Ready']) }),
      };
    });
  await context.insert('storeTransactions', transactions, transactions.length);
}
