/** Size of a stored picture in pixels: three times the place of a signature. */
const WIDTH = 600;
const HEIGHT = 200;
/** Fonts that look written, on the systems that have them. */
export const WRITTEN_FONT = '"Snell Roundhand", "Segoe Script", "Brush Script MT", "Lucida Handwriting", cursive';
const INK = '#111420';

function createCanvas(
  width: number,
  height: number,
): { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D } | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  return context === null ? undefined : { canvas, context };
}

/** The content of a picture as base64 of PNG. */
export function toBase64(canvas: HTMLCanvasElement): string {
  return canvas.toDataURL('image/png').replace(/^data:[^,]*,/, '');
}

/** A picture of a text that looks written; undefined: this browser cannot draw. */
export function drawTyped(text: string): string | undefined {
  const made = createCanvas(WIDTH, HEIGHT);
  if (made === undefined) return undefined;
  const { canvas, context } = made;
  let size = 96;
  const setFont = (): void => {
    context.font = `italic ${size}px ${WRITTEN_FONT}`;
  };
  setFont();
  while (size > 24 && context.measureText(text).width > WIDTH - 40) {
    size -= 4;
    setFont();
  }
  context.fillStyle = INK;
  context.textBaseline = 'middle';
  context.fillText(text, 20, HEIGHT / 2);
  return toBase64(canvas);
}

/** A picture from a file, smaller if it is large. @throws the error of the browser if it is no picture. */
export async function readUploaded(file: Blob): Promise<string | undefined> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, (WIDTH * 1.5) / picture.width, (HEIGHT * 1.5) / picture.height);
  const made = createCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)));
  if (made === undefined) return undefined;
  made.context.drawImage(picture, 0, 0, made.canvas.width, made.canvas.height);
  return toBase64(made.canvas);
}
