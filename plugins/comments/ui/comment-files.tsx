import { FileText, Paperclip, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { downloadFromApi, getErrorMessage, Icon, IconButton, saveFile, showNotice, uploadFile } from '#ui';
import { MAX_FILES, type CommentFile, type CommentView } from '../shared/comment.ts';
import { tComments } from './texts.ts';

/** A file that was uploaded for a comment which is not sent yet. */
export type ChosenFile = Pick<Awaited<ReturnType<typeof uploadFile>>, 'path' | 'filename' | 'size'>;

const KILOBYTE = 1024;
const UNITS = ['KB', 'MB', 'GB'];

function describeSize(bytes: number): string {
  let size = bytes / KILOBYTE;
  let unit = 0;
  for (; size >= KILOBYTE && unit < UNITS.length - 1; unit += 1) size /= KILOBYTE;
  return `${size < 10 ? Math.max(size, 0.1).toFixed(1) : Math.round(size)} ${UNITS[unit] ?? ''}`;
}

/** The files of a comment that is not sent yet. */
export interface FilesOfNew {
  readonly files: readonly ChosenFile[];
  /** Changes them; they may have changed since they were shown. */
  readonly change: (change: (files: readonly ChosenFile[]) => readonly ChosenFile[]) => void;
}

interface FileChoiceProps {
  readonly chosen: FilesOfNew;
  readonly isUploading: boolean;
  readonly onUploading: (isUploading: boolean) => void;
  readonly onProblem: (problem: string | undefined) => void;
}

/** Uploads files for a comment, one after the other. */
export function FileChoice({ chosen: { files, change }, isUploading, onUploading, onProblem }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const add = async (chosen: readonly File[]) => {
    if (files.length + chosen.length > MAX_FILES) {
      onProblem(tComments('tooManyFiles', { count: MAX_FILES }));
      return;
    }
    onProblem(undefined);
    onUploading(true);
    try {
      for (const file of chosen) {
        const uploaded = await uploadFile(file);
        change((now) => [...now, uploaded]);
      }
    } catch (error) {
      onProblem(getErrorMessage(error));
    } finally {
      onUploading(false);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={tComments('attach')}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          // The same file can be chosen again.
          event.currentTarget.value = '';
          void add(chosen);
        }}
      />
      <IconButton
        icon={Paperclip}
        size="sm"
        label={tComments(isUploading ? 'uploading' : 'attach')}
        disabled={isUploading || files.length >= MAX_FILES}
        onClick={() => input.current?.click()}
      />
    </>
  );
}

/** The files of a comment that is not sent yet. */
export function ChosenFiles({ chosen: { files, change } }: { readonly chosen: FilesOfNew }) {
  if (files.length === 0) return null;
  return (
    <ul className="cm-files" aria-label={tComments('files')}>
      {files.map(({ path, filename, size }) => (
        <li key={path} className="cm-file">
          <Icon of={FileText} size={16} />
          <span className="cm-file-name">{filename}</span>
          <span className="ms-muted">{describeSize(size)}</span>
          <IconButton
            icon={X}
            size="sm"
            label={tComments('removeFile', { name: filename })}
            onClick={() => change((now) => now.filter((one) => one.path !== path))}
          />
        </li>
      ))}
    </ul>
  );
}

/** A small picture of a file, once it is loaded. */
function Preview({ path }: { readonly path: string }) {
  const [source, setSource] = useState('');
  useEffect(() => {
    let url = '';
    let isCurrent = true;
    downloadFromApi('GET', path, { query: { preview: 1 } }).then(
      ({ file }) => {
        if (!isCurrent) return;
        url = URL.createObjectURL(file);
        setSource(url);
      },
      // A damaged picture has none: its name is there.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      URL.revokeObjectURL(url);
    };
  }, [path]);
  return source === '' ? <Icon of={FileText} size={16} /> : <img className="cm-picture" src={source} alt="" />;
}

function FileRow({ path, file: { name, size, isPicture } }: { readonly path: string; readonly file: CommentFile }) {
  const save = async () => {
    try {
      saveFile({ ...(await downloadFromApi('GET', path)), name });
    } catch (error) {
      showNotice({ kind: 'error', text: getErrorMessage(error) });
    }
  };
  return (
    <li>
      <button type="button" className="cm-file" aria-label={tComments('saveFile', { name })} onClick={() => void save()}>
        {isPicture ? <Preview path={path} /> : <Icon of={FileText} size={16} />}
        <span className="cm-file-name">{name}</span>
        <span className="ms-muted">{describeSize(size)}</span>
      </button>
    </li>
  );
}

/** The files of a comment, pictures as small pictures. */
export function CommentFiles({ comment: { _id, files } }: { readonly comment: Pick<CommentView, '_id' | 'files'> }) {
  if (files.length === 0) return null;
  return (
    <ul className="cm-files" aria-label={tComments('files')}>
      {files.map((file, at) => (
        <FileRow key={at} file={file} path={`/api/record-comments/${_id}/files/${at}`} />
      ))}
    </ul>
  );
}
