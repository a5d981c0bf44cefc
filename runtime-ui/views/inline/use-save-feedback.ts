import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ModuleView } from '#engine/model';
import { invalidateRecords } from '../../client/index.ts';
import type { SavedField } from '../../headless/inline/index.ts';
import { t } from '../../kit/index.ts';
import { offerUndo } from '../bulk/offer-undo.ts';

/** What follows an edit in place: the way back is offered, and what shows the module's records is read anew. */
export function useSaveFeedback(module: ModuleView) {
  const client = useQueryClient();
  return useMemo(() => {
    const refresh = () => invalidateRecords(client, [module.name]);
    /** Resolves once everything shows it. */
    const notify = (text: string, { batchId }: Pick<SavedField, 'batchId'>) => {
      if (batchId !== undefined) offerUndo({ client, module, batchId, text });
      return refresh();
    };
    const notifyFieldSaved = (label: string, save: SavedField) => void notify(t('work.inline.saved', { field: label }), save);
    return { notify, notifyFieldSaved, drop: () => void refresh() };
  }, [client, module]);
}
