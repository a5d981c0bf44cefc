import { useState, type FocusEvent } from 'react';
import type { ModuleView } from '#engine/model/wire';
import { readRelate, useRemoteChanges, useBroadcastPresence, type RecordForm, type RecordValues } from '../../headless/index.ts';
import { showNotice, t } from '../../kit/index.ts';

const NOTICE = 'live-followed';

function editorName(record: RecordValues): string {
  const changer = readRelate(record['modified_by']);
  return changer !== undefined && 'name' in changer ? changer.name : t('live.someone');
}

/**
 * Broadcasts which field of the record is edited here, and merges changes that other users save meanwhile. Returns the event handlers of
 * the form element.
 */
export function useFormPresence(module: ModuleView, form: RecordForm, record: RecordValues | undefined, prefix: string) {
  const [field, setField] = useState<string | null>(null);
  useBroadcastPresence(module.name, record?._id, field);
  useRemoteChanges(form, record, (outcome, current) => {
    const name = editorName(current);
    showNotice({
      id: NOTICE,
      kind: outcome === 'contested' ? 'warning' : 'info',
      text: t(outcome === 'contested' ? 'live.changedSame' : 'live.changed', { name }),
    });
  });
  return {
    onFocusCapture: ({ target }: FocusEvent) => {
      const box = target.closest('[data-form-field]')?.getAttribute('data-form-field');
      setField(box?.startsWith(`${prefix}-`) === true ? box.slice(prefix.length + 1) : null);
    },
    onBlurCapture: () => setField(null),
  };
}
