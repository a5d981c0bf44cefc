import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { invalidateRecords } from '../../client/index.ts';
import type { SavedField } from '../../headless/inline/index.ts';
import { t } from '../../kit/index.ts';
import { offerUndo } from '../bulk/offer-undo.ts';

/** Handles a saved inline edit: offers undo, and invalidates the cached records of the module. */
export function useSaveFeedback(module: ModuleView) {
  const client = useQueryClient();
  return useMemo(() => {
    const refresh = () => invalidateRecords(client, [module.name]);
    /** Resolves after the records are loaded again. */
    const notify = (text: string, { batchId }: Pick<SavedField, 'batchId'>) => {
      if (batchId !== undefined) offerUndo({ client, module, batchId, text });
      return refresh();
    };
    const notifyFieldSaved = (label: string, save: SavedField) => void notify(t('work.inline.saved', { field: label }), save);
    return { notify, notifyFieldSaved, drop: () => void refresh() };
  }, [client, module]);
}
