import { useEffect, useRef, type RefObject } from 'react';
import type { ListState } from '../../headless/index.ts';

type Order = Pick<ListState, 'sortField' | 'sortOrder'>;

const keyOf = ({ sortField, sortOrder }: Order): string => `${sortField} ${sortOrder}`;

interface GridOrder {
  /** What the table was told or has said itself. */
  readonly order: RefObject<Order>;
  /** Notes what the table says. */
  readonly setOwnOrder: (next: Order) => void;
}

/** The order of a table that is ordered by its own headers and by its list: `tell` hands on what the list says. */
export function useGridOrder({ sortField, sortOrder }: Order, applyOrder: (order: Order) => void): GridOrder {
  const order = useRef<Order>({ sortField, sortOrder });
  const shown = useRef(keyOf(order.current));
  const own = useRef<readonly string[]>([]);
  // After every rendering: the list shows what was asked for later, and not each of several orders that were asked for at once.
  useEffect(() => {
    const key = keyOf({ sortField, sortOrder });
    const place = own.current.lastIndexOf(key);
    own.current = own.current.slice(place + 1);
    if (shown.current === key) return;
    shown.current = key;
    // Its own word is not given back to the table: it may have been clicked again meanwhile.
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
