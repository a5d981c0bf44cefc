import {
  concatTransformationMatrix,
  drawObject,
  popGraphicsState,
  pushGraphicsState,
  type PDFOperator,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib';
import { readContent } from './check-streams.ts';
import type { Matrix } from './page-space.ts';

/** Draws a part (a form XObject) over what is on a page. */
export function appendContent(page: PDFPage, part: PDFRef, [a, b, c, d, e, f]: Matrix): void {
  const name = page.node.newXObject('Muster', part);
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(a, b, c, d, e, f), drawObject(name), popGraphicsState());
}

/** Texts, comments and pictures of a content, in which `q` has no meaning; and the operators that save (q) and restore (Q) the state. */
const TOKENS = /\((?:\\[\s\S]|[^\\()])*\)|<[^<>]*>|%[^\r\n]*|(?<=\s)BI\s[\s\S]*?\sEI(?=\s)|(?<![^\s\]>)])[qQ](?![^\s[</(])/g;

/**
 * Makes the content of a page end in the state in which it begins, so that what is appended is where it should be. Contents that save their
 * state more often than they restore it, or the reverse, are common.
 */
export function balanceContent(page: PDFPage): void {
  let [depth, lowest] = [0, 0];
  for (const [token] of readContent(page).matchAll(TOKENS)) {
    if (token === 'q') depth += 1;
    else if (token === 'Q') lowest = Math.min(lowest, (depth -= 1));
  }
  if (depth === 0 && lowest === 0) return;
  const { context } = page.node;
  const register = (operator: () => PDFOperator, count: number): PDFRef =>
    context.register(context.contentStream(Array.from({ length: count }, operator)));
  page.node.normalize();
  page.node.wrapContentStreams(register(pushGraphicsState, 1 - lowest), register(popGraphicsState, 1 + depth - lowest));
}
