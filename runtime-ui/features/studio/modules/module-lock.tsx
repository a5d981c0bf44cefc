import type { ReactNode } from 'react';
import type { ModuleDefinition } from '#engine/model/definitions';
import type { DefinitionDetail } from '#engine/model/wire';
import { t } from '../../../kit/index.ts';

/** Who locked a module: the product (or a plugin), for good, or an admin, who can unlock it. */
export type ModuleLock = 'product' | 'site';

/** Why the definition of a module cannot be edited; undefined: it can. What the draft says counts, so that it can be unlocked there. */
export function lockOf(
  module: Pick<ModuleDefinition, 'locked'> | undefined,
  detail: Pick<DefinitionDetail, 'base'> | undefined,
): ModuleLock | undefined {
  if (detail?.base?.['locked'] === true) return 'product';
  return module?.locked === true ? 'site' : undefined;
}

/** Says that a module is locked, and what can be done. */
export function LockNotice({ lock }: { readonly lock: ModuleLock | undefined }) {
  if (lock === undefined) return null;
  return (
    <p className="sf-note sf-banner" role="note">
      {t(lock === 'product' ? 'studioFields.module.lockedHelp' : 'studioFields.module.lockedBySiteHelp')}
    </p>
  );
}

/** Inputs and buttons of the definition of a module, which a lock disables. */
export function Lockable({ lock, children }: { readonly lock: ModuleLock | undefined; readonly children: ReactNode }) {
  return (
    <fieldset className="sf-lockable" disabled={lock !== undefined}>
      {children}
    </fieldset>
  );
}
