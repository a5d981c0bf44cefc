import { escapeMarkup } from '#engine/model/values';

/** The properties of styles that decide how the parts of a chart look. */
const PROPERTIES = [
  'align-items',
  'align-self',
  'background-color',
  'border-bottom',
  'border-left',
  'border-radius',
  'border-right',
  'border-top',
  'box-sizing',
  'color',
  'column-gap',
  'display',
  'fill',
  'fill-opacity',
  'flex',
  'flex-direction',
  'flex-wrap',
  'font-family',
  'font-size',
  'font-variant-numeric',
  'font-weight',
  'gap',
  'grid-column',
  'grid-row',
  'grid-template-columns',
  'height',
  'justify-content',
  'letter-spacing',
  'line-height',
  'list-style',
  'margin',
  'max-width',
  'min-width',
  'opacity',
  'overflow',
  'padding',
  'row-gap',
  'stroke',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-width',
  'text-align',
  'text-anchor',
  'text-overflow',
  'white-space',
  'width',
] as const;

const PADDING = 24;
const TITLE_HEIGHT = 32;
/** Pixels of the picture for each pixel of the screen. */
const SCALE = 2;

/** Copies what is visible, with its styles: a picture has no style sheets and no variables of the theme. */
function copyStyled(source: Element): Element | undefined {
  const style = getComputedStyle(source);
  if (source.classList.contains('ms-visually-hidden') || source.classList.contains('ch-tooltip') || style.display === 'none')
    return undefined;
  const copy = source.cloneNode(false) as Element;
  for (const name of ['class', 'role', 'tabindex', 'aria-describedby', 'style']) copy.removeAttribute(name);
  copy.setAttribute('style', PROPERTIES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'));
  // Without the fonts of the page, texts are a little wider than their boxes.
  if (copy instanceof HTMLElement && source.childElementCount === 0 && source.textContent !== '')
    Object.assign(copy.style, { overflow: 'visible', textOverflow: 'clip', whiteSpace: 'nowrap' });
  for (const child of source.childNodes) {
    const made = child instanceof Element ? copyStyled(child) : child.cloneNode(false);
    if (made !== undefined) copy.append(made);
  }
  return copy;
}

function toSvg(chart: Element, title: string, width: number, height: number): string {
  const { fontFamily, color } = getComputedStyle(chart);
  const background = getComputedStyle(document.body).backgroundColor;
  const copy = copyStyled(chart);
  const content = copy === undefined ? '' : new XMLSerializer().serializeToString(copy);
  const [fullWidth, fullHeight] = [width + 2 * PADDING, height + 2 * PADDING + TITLE_HEIGHT];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${fullWidth * SCALE}" height="${fullHeight * SCALE}" viewBox="0 0 ${fullWidth} ${fullHeight}">` +
    `<rect width="100%" height="100%" fill="${background}"/>` +
    `<text x="${PADDING}" y="${PADDING + 14}" font-family="${fontFamily.replace(/"/g, "'")}" font-size="16" font-weight="600" fill="${color}">${escapeMarkup(title)}</text>` +
    `<foreignObject x="${PADDING}" y="${PADDING + TITLE_HEIGHT}" width="${width}" height="${height}">${content}</foreignObject></svg>`
  );
}

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => reject(new DOMException('The picture cannot be drawn.', 'EncodingError')));
    image.src = address;
  });
}

/**
 * A chart on the screen as a PNG file, with its title and legend, on the background of the theme.
 * @throws DOMException if the browser cannot draw it.
 */
export async function drawPicture(chart: Element, title: string): Promise<Blob> {
  // The table below a chart is not part of its picture.
  const drawn = chart.querySelector('.ch-picture, .ch-table-box') ?? chart;
  const { width, height } = drawn.getBoundingClientRect();
  const svg = toSvg(drawn, title, Math.ceil(width), Math.ceil(height));
  // As a data URL: a canvas with HTML from a blob URL cannot be read.
  const image = await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new DOMException('The picture is too large.', 'EncodingError')) : resolve(blob)),
      'image/png',
    ),
  );
}
