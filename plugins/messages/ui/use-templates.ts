import { useEffect, useState } from 'react';
import type { RecordData } from '#ui';
import { readTemplates } from './messages-api.ts';

/** The templates of a type for records of a module, as the options of a list. Without the right to see templates there are none. */
export function useTemplates(module: string, type: 'email' | 'sms'): readonly { readonly value: string; readonly label: string }[] {
  const [templates, setTemplates] = useState<readonly RecordData[]>([]);
  useEffect(() => {
    readTemplates(module, type).then(setTemplates, () => setTemplates([]));
  }, [module, type]);
  return templates.map(({ _id, name }) => ({ value: _id, label: typeof name === 'string' ? name : _id }));
}
