import { ComingSoonPage } from './coming-soon-page.tsx';
import { findPlannedModule } from './planned-features.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The page for a module that is not defined: "coming soon" if a later version adds it, else "not found". */
export function MissingModule({ name }: { readonly name: string }) {
  const later = findPlannedModule(name);
  return later === undefined ? <NotFoundPage /> : <ComingSoonPage what={later} />;
}
