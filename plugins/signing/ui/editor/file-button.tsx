import { Upload } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button, uploadFile, useAction } from '#ui';
import type { DocumentStore } from './use-document.ts';

/** The choice of the PDF of a document: `input` has to be rendered, `open` shows the files of the device. */
export function useFileChoice(
  document: DocumentStore,
  label: string,
): { readonly isBusy: boolean; readonly open: () => void; readonly input: ReactNode } {
  const element = useRef<HTMLInputElement>(null);
  const { isBusy, run } = useAction();
  const add = (file: File | undefined): void => {
    if (file === undefined) return;
    run(async () => {
      const { path } = await uploadFile(file);
      await document.flush();
      await document.save({ file: path });
    });
  };
  const input = (
    <input
      ref={element}
      type="file"
      accept="application/pdf,.pdf"
      hidden
      aria-label={label}
      onChange={(event) => {
        add(event.target.files?.[0]);
        event.target.value = '';
      }}
    />
  );
  return { isBusy, open: () => element.current?.click(), input };
}

/** A button that chooses the PDF of a document. */
export function FileButton({ document, label }: { readonly document: DocumentStore; readonly label: string }) {
  const { isBusy, open, input } = useFileChoice(document, label);
  return (
    <>
      <Button icon={Upload} loading={isBusy} onClick={open}>
        {label}
      </Button>
      {input}
    </>
  );
}
