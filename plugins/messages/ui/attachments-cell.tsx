import { toText, type JsonObject } from '#engine/model';
import { Button, downloadFromApi, saveFile, useAction, type SlotProps } from '#ui';

function Attachment({ path, name }: { readonly path: string; readonly name: string }) {
  const { isBusy, run } = useAction({});
  const download = async (): Promise<void> => {
    const { file } = await downloadFromApi('GET', path);
    saveFile({ file, name });
  };
  return (
    <li>
      <Button variant="quiet" loading={isBusy} onClick={() => run(download)}>
        {name}
      </Button>
    </li>
  );
}

/** The files of a message, each to be downloaded by those who may read it. */
export function AttachmentsCell({ value, field }: SlotProps<'cell'>) {
  const files = (Array.isArray(value) ? (value as readonly JsonObject[]) : []).filter(({ path }) => typeof path === 'string');
  if (files.length === 0) return null;
  return (
    <ul className="mg-attachments" aria-label={field.label}>
      {files.map(({ path, name }, index) => (
        <Attachment key={index} path={toText(path)} name={toText(name) || toText(path)} />
      ))}
    </ul>
  );
}
