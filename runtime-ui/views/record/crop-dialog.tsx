import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { moveCorner, WHOLE_PICTURE, type Corners } from '../../headless/index.ts';
import { Button, Dialog, t } from '../../kit/index.ts';

/** How far an arrow key moves a corner, in fractions of the picture; with Shift ten times as far. */
const STEP = 0.005;
const KEYS: { readonly [key: string]: readonly [x: number, y: number] } = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const NAMES = ['files.corner.topLeft', 'files.corner.topRight', 'files.corner.bottomRight', 'files.corner.bottomLeft'] as const;
/** Where the corners are at first if no page was found: a little inside, so that they can be seen and grabbed. */
const INSET = 0.06;
const DEFAULT: Corners = WHOLE_PICTURE.map(({ x, y }) => ({
  x: x === 0 ? INSET : 1 - INSET,
  y: y === 0 ? INSET : 1 - INSET,
})) as unknown as Corners;

interface CropAreaProps {
  readonly url: string;
  readonly label: string;
  readonly corners: Corners;
  readonly onChange: (corners: Corners) => void;
}

/** The picture with the shape of the page, whose corners are dragged or moved with the arrow keys. */
function CropArea({ url, label, corners, onChange }: CropAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const drag = (at: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1 || area.current === null) return;
    const { left, top, width, height } = area.current.getBoundingClientRect();
    onChange(moveCorner(corners, at, { x: (event.clientX - left) / width, y: (event.clientY - top) / height }));
  };
  const step = (at: number) => (event: KeyboardEvent<HTMLElement>) => {
    const [x, y] = KEYS[event.key] ?? [];
    const corner = corners[at];
    if (x === undefined || y === undefined || corner === undefined) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    onChange(moveCorner(corners, at, { x: corner.x + x * far, y: corner.y + y * far }));
  };
  return (
    <div ref={area} className="mv-crop">
      <img src={url} alt={label} draggable={false} />
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
        <polygon points={corners.map(({ x, y }) => `${x},${y}`).join(' ')} vectorEffect="non-scaling-stroke" />
      </svg>
      {corners.map(({ x, y }, at) => (
        <button
          key={NAMES[at]}
          type="button"
          className="mv-crop-corner"
          aria-label={t(NAMES[at] ?? NAMES[0])}
          style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag(at)}
          onKeyDown={step(at)}
        />
      ))}
    </div>
  );
}

interface CropDialogProps {
  readonly url: string;
  /** Number of the page, from 1. */
  readonly number: number;
  /** The present corners; absent: the whole picture. */
  readonly corners: Corners | undefined;
  /** Undefined: the page is the whole picture. */
  readonly onCrop: (corners: Corners | undefined) => void;
  readonly onClose: () => void;
}

/** Chooses the four corners of a page in a picture. */
export function CropDialog({ url, number, corners: present, onCrop, onClose }: CropDialogProps) {
  const [corners, setCorners] = useState(present ?? DEFAULT);
  const finish = (chosen: Corners | undefined): void => {
    onCrop(chosen);
    onClose();
  };
  return (
    <Dialog
      opened
      title={t('files.cropTitle', { number })}
      subtitle={t('files.cropHelp')}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={() => finish(undefined)}>{t('files.cropWhole')}</Button>
          <Button variant="primary" onClick={() => finish(corners)}>
            {t('files.cropDone')}
          </Button>
        </>
      }
    >
      <CropArea url={url} label={t('files.page', { number })} corners={corners} onChange={setCorners} />
    </Dialog>
  );
}
