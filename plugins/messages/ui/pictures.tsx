import { FileInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toText } from '#engine/model';
import { downloadFromApi, getErrorMessage, uploadFile, type RecordData } from '#ui';
import { PICTURE_FIELDS } from '../shared/sms.ts';
import { tMessages } from './texts.ts';

/** The kinds of files that carriers accept. */
const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp';

/** The choice of up to three pictures, which are uploaded at once. */
export function PictureInput({ onPaths }: { readonly onPaths: (paths: readonly string[]) => void }) {
  const [files, setFiles] = useState<File[]>([]);
  const [problem, setProblem] = useState('');
  const choose = async (chosen: File[]): Promise<void> => {
    const few = chosen.slice(0, PICTURE_FIELDS.length);
    setFiles(few);
    setProblem('');
    onPaths([]);
    try {
      onPaths((await Promise.all(few.map((file) => uploadFile(file)))).map(({ path }) => path));
    } catch (cause) {
      setFiles([]);
      setProblem(getErrorMessage(cause));
    }
  };
  return (
    <FileInput
      label={tMessages('pictures')}
      placeholder={tMessages('choosePictures')}
      accept={ACCEPTED}
      multiple
      clearable
      value={files}
      error={problem || undefined}
      onChange={(chosen) => void choose(chosen)}
    />
  );
}

function Picture({ path, label }: { readonly path: string; readonly label: string }) {
  const [source, setSource] = useState('');
  useEffect(() => {
    let url = '';
    let isCurrent = true;
    downloadFromApi('GET', path).then(
      ({ file }) => {
        if (!isCurrent) return;
        url = URL.createObjectURL(file);
        setSource(url);
      },
      // Without the right to the file, its message has no picture.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      URL.revokeObjectURL(url);
    };
  }, [path]);
  return source === '' ? null : <img className="mg-picture" src={source} alt={label} />;
}

/** The pictures of a text message. */
export function SmsPictures({ sms }: { readonly sms: RecordData }) {
  return PICTURE_FIELDS.map((field, index) => {
    const path = toText(sms[field]);
    return path === '' ? null : <Picture key={field} path={path} label={tMessages('pictureNumber', { number: index + 1 })} />;
  });
}
