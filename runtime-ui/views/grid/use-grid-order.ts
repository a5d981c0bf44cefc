import { useEffect, useRef, type RefObject } from 'react';
import type { ListState } from '../../headless/index.ts';

type Order = Pick<ListState, 'sortField' | 'sortOrder'>;

const keyOf = ({ sortField, sortOrder }: Order): string => `${sortField} ${sortOrder}`;

interface GridOrder {
  /** The current order of the table, from the list or from its headers. */
  readonly order: RefObject<Order>;
  /** Stores an order that was set by the table's headers. */
  readonly setOwnOrder: (next: Order) => void;
}

/** Synchronizes the order of a table between its headers and its list: `applyOrder` applies the list's order to the table. */
export function useGridOrder({ sortField, sortOrder }: Order, applyOrder: (order: Order) => void): GridOrder {
  const order = useRef<Order>({ sortField, sortOrder });
  const shown = useRef(keyOf(order.current));
  const own = useRef<readonly string[]>([]);
  // After every rendering: the list state follows asynchronously, and may skip some of several orders that were set quickly.
  useEffect(() => {
    const key = keyOf({ sortField, sortOrder });
    const place = own.current.lastIndexOf(key);
    own.current = own.current.slice(place + 1);
    if (shown.current === key) return;
    shown.current = key;
    // An order that the table set itself is not applied to it again: the user may have clicked another header meanwhile.
    if (place !== -1) return;
    own.current = [];
    order.current = { sortField, sortOrder };
    applyOrder(order.current);
  });
  const setOwnOrder = (next: Order) => {
    order.current = next;
    own.current = [...own.current, keyOf(next)];
  };
  return { order, setOwnOrder };
}
