import { useEffect, useState } from 'react';
import type { ModuleView } from '#engine/model/wire';
import type { Draft } from './draft.ts';
import type { IsFieldShown } from './visible-fields.ts';

/** The form whose fields get defaults: the record as it was loaded, and which fields are visible for a draft. */
export interface DefaultFormulaContext {
  readonly module: ModuleView;
  readonly base: Draft;
  readonly isShown: IsFieldShown;
}

type FillDefaults = (context: DefaultFormulaContext, draft: Draft) => Draft;

const UNCHANGED: FillDefaults = (_context, draft) => draft;

/** Fills in defaults that are worked out from other fields. Until its part is loaded nothing is filled in; the server does it too. */
export function useDefaultFormulas(module: ModuleView): FillDefaults {
  const [fill, setFill] = useState<FillDefaults>(() => UNCHANGED);
  const hasFormulas = module.fields.some(({ defaultFormula }) => defaultFormula !== undefined);
  useEffect(() => {
    if (!hasFormulas) return undefined;
    let isGone = false;
    import('./default-formulas.ts').then(
      ({ fillDefaultFormulas }) => {
        if (!isGone) setFill(() => fillDefaultFormulas);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [hasFormulas]);
  return hasFormulas ? fill : UNCHANGED;
}
