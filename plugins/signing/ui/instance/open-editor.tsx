import { useEffect } from 'react';
import { useGoTo, type SlotProps } from '#ui';

/** Goes from the record of a document to its pages. */
export function OpenEditor({ record, close }: SlotProps<'record'> & { readonly close: () => void }) {
  const goTo = useGoTo();
  useEffect(() => {
    close();
    goTo(`/app/document-editor?document=${encodeURIComponent(record._id)}`);
  }, []);
  return null;
}
