/** A JPEG picture in the colours of a screen, with its size in pixels. */
export interface PicturePage {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The longer side of a page in points, as that of a letter page. */
const PAGE_SIDE = 792;

/** Objects 1 and 2 are the catalogue and the list of pages; each page has three: itself, what it draws, and its picture. */
const FIRST_PAGE_OBJECT = 3;
const OBJECTS_PER_PAGE = 3;

/** Builds a PDF with one picture on each page. A page has the shape of its picture. */
export function buildPicturePdf(pages: readonly PicturePage[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (...added: readonly (string | Uint8Array)[]): void => {
    for (const part of added) {
      const bytes = typeof part === 'string' ? encoder.encode(part) : part;
      parts.push(bytes);
      length += bytes.length;
    }
  };
  const addObject = (...content: readonly (string | Uint8Array)[]): void => {
    offsets.push(length);
    add(`${offsets.length} 0 obj\n`, ...content, '\nendobj\n');
  };
  const numberOf = (page: number): number => FIRST_PAGE_OBJECT + page * OBJECTS_PER_PAGE;
  add('%PDF-1.4\n');
  addObject('<< /Type /Catalog /Pages 2 0 R >>');
  addObject(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${numberOf(page)} 0 R`).join(' ')}] >>`);
  pages.forEach(({ jpeg, width, height }, page) => {
    const number = numberOf(page);
    const scale = PAGE_SIDE / Math.max(width, height);
    const [across, down] = [(width * scale).toFixed(2), (height * scale).toFixed(2)];
    const drawing = `q ${across} 0 0 ${down} 0 0 cm /Picture Do Q`;
    addObject(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Contents ${number + 1} 0 R`,
      ` /Resources << /XObject << /Picture ${number + 2} 0 R >> >> >>`,
    );
    addObject(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
    addObject(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
      ` /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      jpeg,
      '\nendstream',
    );
  });
  const table = length;
  add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) add(`${String(offset).padStart(10, '0')} 00000 n \n`);
  add(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
