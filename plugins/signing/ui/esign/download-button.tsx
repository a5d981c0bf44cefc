import { Download } from 'lucide-react';
import { useState } from 'react';
import { ApiError, Button, downloadFromApi, getErrorMessage, saveFile, useAction } from '#ui';
import { tSign } from './texts.ts';

interface DownloadButtonProps {
  /** Address of the file, with its token. */
  readonly url: string;
  readonly label: string;
  readonly isMain?: boolean;
}

/** Saves a file of a document on the device. The final file is made a moment after the last signature. */
export function DownloadButton({ url, label, isMain = false }: DownloadButtonProps) {
  const [note, setNote] = useState('');
  const onError = (cause: unknown) =>
    setNote(cause instanceof ApiError && cause.code === 'signing_not_sealed' ? tSign('preparing') : getErrorMessage(cause));
  const { isBusy, run } = useAction({ onError });
  const download = () =>
    run(async () => {
      setNote('');
      saveFile(await downloadFromApi('GET', url));
    });
  return (
    <>
      <Button size="phone" variant={isMain ? 'primary' : 'default'} icon={Download} loading={isBusy} onClick={download}>
        {label}
      </Button>
      <p role="status">{note}</p>
    </>
  );
}
