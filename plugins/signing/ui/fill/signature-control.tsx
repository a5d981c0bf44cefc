import { Checkbox, TextInput } from '@mantine/core';
import { Eraser } from 'lucide-react';
import SignaturePad from 'signature_pad';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Button, FieldError, Tabs } from '#ui';
import type { PictureUse, SignatureMake, StoredPicture } from './fill-contract.ts';
import { drawTyped, readUploaded, toBase64, WRITTEN_FONT } from './signature-pictures.ts';
import { tFill } from './texts.ts';

const MAKES = ['draw', 'type', 'upload'] as const;
type Make = (typeof MAKES)[number];
const KINDS: { readonly [make in Make]: SignatureMake } = { draw: 'drawn', type: 'typed', upload: 'uploaded' };

/** Reads what was made: its picture in base64; undefined: there is none yet. */
type ReadPicture = () => string | undefined;

interface MakerProps {
  readonly use: PictureUse;
  readonly name: string;
  readonly read: RefObject<ReadPicture>;
}

/** The canvas has as many pixels as the screen, so that the line is sharp. */
function fitCanvas(canvas: HTMLCanvasElement): void {
  const ratio = Math.max(1, window.devicePixelRatio);
  canvas.width = canvas.offsetWidth * ratio;
  canvas.height = canvas.offsetHeight * ratio;
  canvas.getContext('2d')?.scale(ratio, ratio);
}

function DrawMaker({ read }: MakerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  useEffect(() => {
    const { current } = canvas;
    if (current === null || current.getContext('2d') === null) return undefined;
    fitCanvas(current);
    const made = new SignaturePad(current, { penColor: '#111420' });
    pad.current = made;
    read.current = () => (made.isEmpty() ? undefined : toBase64(current));
    return () => {
      made.off();
      read.current = () => undefined;
    };
  }, [read]);
  return (
    <div className="sg-draw">
      <canvas ref={canvas} role="img" aria-label={tFill('canvas')} />
      <p className="ms-muted">{tFill('drawHelp')}</p>
      <Button size="sm" variant="quiet" icon={Eraser} onClick={() => pad.current?.clear()}>
        {tFill('clear')}
      </Button>
    </div>
  );
}

function TypeMaker({ use, name, read }: MakerProps) {
  const [text, setText] = useState(name);
  useEffect(() => {
    read.current = () => (text.trim() === '' ? undefined : drawTyped(text.trim()));
  }, [read, text]);
  return (
    <>
      <TextInput
        label={tFill(use === 'Signature' ? 'typeLabel' : 'typeInitials')}
        value={text}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <p className="sg-typed" style={{ fontFamily: WRITTEN_FONT }} aria-label={tFill('typePreview')} role="img">
        {text}
      </p>
    </>
  );
}

function UploadMaker({ read }: MakerProps) {
  const [picture, setPicture] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    read.current = () => (picture === '' ? undefined : picture);
  }, [read, picture]);
  const choose = (file: File | undefined): void => {
    if (file === undefined) return;
    readUploaded(file).then(
      (content) => {
        setPicture(content ?? '');
        setProblem('');
      },
      () => setProblem(tFill('uploadFailed')),
    );
  };
  return (
    <>
      <label className="sg-upload">
        <span>{tFill('uploadLabel')}</span>
        <input type="file" accept="image/png,image/jpeg,image/webp" onChange={(event) => choose(event.target.files?.[0])} />
      </label>
      {picture !== '' && <img className="sg-made" src={`data:image/png;base64,${picture}`} alt={tFill('typePreview')} />}
      {problem !== '' && <FieldError>{problem}</FieldError>}
    </>
  );
}

const MAKERS = { draw: DrawMaker, type: TypeMaker, upload: UploadMaker } as const;

/** The first letters of a name. */
export function toInitials(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => part.charAt(0).toUpperCase())
    .join('')
    .slice(0, 4);
}

interface SignatureControlProps {
  readonly use: PictureUse;
  /** Of the recipient. */
  readonly name: string;
  /** Made before, to be used again. */
  readonly stored: readonly StoredPicture[];
  readonly pictureUrl: (path: string) => string;
  /** The document has initials too. */
  readonly hasInitials: boolean;
  readonly isBusy: boolean;
  readonly onUse: (picture: StoredPicture) => void;
  readonly onMake: (kind: SignatureMake, content: string, uses: readonly PictureUse[]) => void;
}

/** A signature or initials: one from before, or drawn, typed or uploaded. */
export function SignatureControl({ use, name, stored, pictureUrl, hasInitials, isBusy, onUse, onMake }: SignatureControlProps) {
  const [make, setMake] = useState<Make>('draw');
  const [isNew, setNew] = useState(false);
  const [forInitials, setForInitials] = useState(false);
  const [problem, setProblem] = useState('');
  const read = useRef<ReadPicture>(() => undefined);
  const earlier = stored.find((picture) => picture.use === use);
  if (earlier !== undefined && !isNew)
    return (
      <div className="sg-form">
        <img className="sg-made" src={pictureUrl(earlier.path)} alt={tFill(use === 'Signature' ? 'stored' : 'storedInitials')} />
        <div className="sg-buttons">
          <Button variant="primary" size="phone" onClick={() => onUse(earlier)}>
            {tFill('place')}
          </Button>
          <Button size="phone" onClick={() => setNew(true)}>
            {tFill('another')}
          </Button>
        </div>
      </div>
    );
  const Maker = MAKERS[make];
  const place = (): void => {
    const content = read.current();
    if (content === undefined) return setProblem(tFill('empty'));
    setProblem('');
    onMake(KINDS[make], content, forInitials ? [use, 'Initials'] : [use]);
  };
  return (
    <div className="sg-form">
      <Tabs
        look="box"
        label={tFill('makeLabel')}
        items={MAKES.map((id) => ({ id, label: tFill(`makes.${id}`) }))}
        selected={make}
        onSelect={(id) => setMake(MAKES.find((one) => one === id) ?? 'draw')}
      >
        <Maker use={use} name={use === 'Signature' ? name : toInitials(name)} read={read} />
      </Tabs>
      {use === 'Signature' && hasInitials && (
        <Checkbox label={tFill('forInitials')} checked={forInitials} onChange={(event) => setForInitials(event.currentTarget.checked)} />
      )}
      <p className="ms-muted">{tFill('binding')}</p>
      <div role="alert">{problem !== '' && <FieldError>{problem}</FieldError>}</div>
      <Button variant="primary" size="phone" loading={isBusy} onClick={place}>
        {tFill('place')}
      </Button>
    </div>
  );
}
