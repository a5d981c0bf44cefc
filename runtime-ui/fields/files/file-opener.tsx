import { useRef, useState } from 'react';
import { useFileName } from '../../headless/index.ts';
import { LazyBoundary, createLazyComponent, t } from '../../kit/index.ts';
import { fileName } from '../values/format-value.ts';
import { FilePicture } from './file-picture.tsx';
import '../styles/files.css';

// Most pages show no file: the dialog is loaded when a file is opened.
const FilePreview = createLazyComponent(async () => (await import('./file-preview.tsx')).FilePreview);

interface FileOpenerProps {
  readonly path: string;
  /** Default: the original name of the file; until it is known, the name in its path. */
  readonly name?: string;
  readonly id?: string;
  /** Of its picture; default `small`, as high as a line of text. */
  readonly size?: 'small' | 'large';
  /** Id of the error message of the file. */
  readonly wrong?: string | undefined;
}

/** The name of a file; a click opens its preview. */
export function FileOpener({ path, name: given, id, wrong, size = 'small' }: FileOpenerProps) {
  const known = useFileName(given === undefined ? path : '');
  const name = given ?? known ?? fileName(path);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    // After the dialog is closed, because it traps the focus while it is open.
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        id={id}
        className="mu-name"
        title={name}
        aria-label={t('files.preview', { name })}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={wrong}
        onClick={() => setOpen(true)}
      >
        <FilePicture path={path} size={size} />
        <span className="ms-clip">{name}</span>
      </button>
      {isOpen && (
        <LazyBoundary fallback={null}>
          <FilePreview path={path} name={name} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}
