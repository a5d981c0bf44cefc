/** Characters of one piece of a file. */
const PIECE = 65_536;

/** Joins the short texts that a file consists of to the pieces in which it is sent. */
export async function* joinPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}
