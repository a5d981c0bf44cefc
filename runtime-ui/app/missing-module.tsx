import { LaterPage } from './later-page.tsx';
import { findLaterModule } from './later.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** An address of a module that is not defined: one of a later version says so, any other does not exist. */
export function MissingModule({ name }: { readonly name: string }) {
  const later = findLaterModule(name);
  return later === undefined ? <NotFoundPage /> : <LaterPage what={later} />;
}
