import type { LiveEvent } from '../ports/index.ts';
import type { ChangeReader } from '../records/index.ts';
import type { Receiver } from './receiver.ts';

/** Users whose right to see the record is checked at the same time. */
const CONCURRENCY = 50;

/** Sends an event to the sockets of its audience in this process, with the rights that the receivers have now. */
export async function broadcastEvent(
  views: Pick<ChangeReader, 'assertCanOpen'>,
  { name, data, audience }: LiveEvent,
  receivers: Iterable<Receiver>,
): Promise<void> {
  const users = audience.users === undefined ? undefined : new Set(audience.users);
  const except = new Set(audience.except);
  const isAddressed = ({ userId, scope }: Receiver): boolean =>
    users?.has(userId) !== false && !except.has(userId) && (audience.staffOnly !== true || scope.rights.isStaff);
  const addressed = [...receivers].filter(isAddressed);
  for (let start = 0; start < addressed.length; start += CONCURRENCY) {
    const part = addressed.slice(start, start + CONCURRENCY);
    const may = await Promise.all(part.map((receiver) => mayReceive(views, receiver, audience.record)));
    part.forEach((receiver, index) => {
      if (may[index] === true) receiver.send({ type: 'event', name, data });
    });
  }
}

/** A record that does not exist any more, or that cannot be checked now, is visible to nobody. */
async function mayReceive(
  views: Pick<ChangeReader, 'assertCanOpen'>,
  { scope }: Receiver,
  record: LiveEvent['audience']['record'],
): Promise<boolean> {
  if (record === undefined) return true;
  return views.assertCanOpen(scope, record.module, record.id).then(
    () => true,
    () => false,
  );
}
