import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ModuleView } from '#engine/model';
import { dropRecords } from '../../client/index.ts';
import type { SavedField } from '../../headless/inline/index.ts';
import { t } from '../../kit/index.ts';
import { offerUndo } from '../bulk/offer-undo.ts';

/** What follows an edit in place: the way back is offered, and what shows the module's records is read anew. */
export function useSavedField(module: ModuleView) {
  const client = useQueryClient();
  return useMemo(() => {
    const drop = () => dropRecords(client, [module.name]);
    /** Resolves once everything shows it. */
    const say = (text: string, { batchId }: Pick<SavedField, 'batchId'>) => {
      if (batchId !== undefined) offerUndo({ client, module, batchId, text });
      return drop();
    };
    const tell = (label: string, save: SavedField) => void say(t('work.inline.saved', { field: label }), save);
    return { say, tell, drop: () => void drop() };
  }, [client, module]);
}
