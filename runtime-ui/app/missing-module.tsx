import { ComingSoonPage } from './coming-soon-page.tsx';
import { findPlannedModule } from './planned-features.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** An address of a module that is not defined: one of a later version says so, any other does not exist. */
export function MissingModule({ name }: { readonly name: string }) {
  const later = findPlannedModule(name);
  return later === undefined ? <NotFoundPage /> : <ComingSoonPage what={later} />;
}
