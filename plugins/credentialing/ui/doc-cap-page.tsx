import { useEffect } from 'react';
import { EmptyState, recordRoute, useSession } from '#ui';
import { ITEMS } from './items/use-items.ts';
import { tCredentialing } from './texts.ts';

/** `/doc-cap/{item}`, the address in messages to providers: the page of the item, on which the document is taken, in its place. */
export function DocCapPage() {
  const user = useSession((session) => session.user);
  const item = globalThis.location.pathname.split('/')[2] ?? '';
  useEffect(() => {
    if (item !== '' && user !== null) globalThis.location.replace(recordRoute(ITEMS, item, user));
  }, [item, user]);
  return item === '' ? (
    <EmptyState headingLevel={1} title={tCredentialing('capture.none')} help={tCredentialing('capture.noneHelp')} />
  ) : null;
}
