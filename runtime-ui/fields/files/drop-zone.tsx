import { Upload as UploadIcon } from 'lucide-react';
import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { Button, Icon, t } from '../../kit/index.ts';
import '../styles/files.css';

interface DropZoneProps {
  /** Id of its button. */
  readonly id?: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** Replaces the button and its hint; receives the function that opens the file chooser. */
  readonly children?: (choose: () => void) => ReactNode;
  /** Id of the error message of the file. */
  readonly wrong?: string | undefined;
}

function hasFiles(transfer: DataTransfer): boolean {
  return transfer.types.includes('Files');
}

/** Names a pasted image, which has no name. */
function named(file: File, at: number): File {
  return file.name === '' ? new File([file], `pasted-${at + 1}.${file.type.split('/')[1] ?? 'bin'}`, { type: file.type }) : file;
}

/** Accepts files that are chosen, dropped, or pasted while the focus is inside. */
export function DropZone({ id, multiple = false, onFiles, children, wrong }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const all = [...(files ?? [])].map(named);
    if (all.length > 0) onFiles(multiple ? all : all.slice(0, 1));
  };
  const drag = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const paste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take(event.clipboardData.files);
  };
  const leave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  const choose = () => input.current?.click();
  return (
    <div
      className={`mu-drop ${over ? 'mu-drop-over' : ''} ${children ? 'mu-drop-filled' : ''} ${wrong === undefined ? '' : 'mu-drop-wrong'}`}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={leave}
      onDrop={drop}
      onPaste={paste}
    >
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      {children ? (
        children(choose)
      ) : (
        <>
          <Button
            id={id}
            icon={UploadIcon}
            size="sm"
            aria-invalid={wrong === undefined ? undefined : true}
            aria-describedby={wrong}
            onClick={choose}
          >
            {t(multiple ? 'files.chooseMany' : 'files.choose')}
          </Button>
          <span className="mu-drop-hint">{t(multiple ? 'files.orDropMany' : 'files.orDrop')}</span>
        </>
      )}
      {over && (
        <span className="mu-drop-cover" aria-hidden>
          <Icon of={UploadIcon} />
          {t('files.dropHere')}
        </span>
      )}
    </div>
  );
}
