import {
  appendBezierCurve,
  closePath,
  fill,
  lineTo,
  LineCapStyle,
  moveTo,
  popGraphicsState,
  pushGraphicsState,
  setFillingRgbColor,
  setLineCap,
  setLineWidth,
  setStrokingRgbColor,
  stroke,
  type PDFOperator,
} from 'pdf-lib';
import type { DrawnPlace } from './draw-text.ts';

/** Draws the mark of a checkbox in the middle of its place. */
export function drawCheck({ x, y, width, height }: DrawnPlace): readonly PDFOperator[] {
  const size = Math.min(width, height) * 0.8;
  const [left, bottom] = [x + (width - size) / 2, y + (height - size) / 2];
  return [
    pushGraphicsState(),
    setStrokingRgbColor(0.04, 0.1, 0.28),
    setLineWidth(size * 0.14),
    setLineCap(LineCapStyle.Round),
    moveTo(left + size * 0.1, bottom + size * 0.5),
    lineTo(left + size * 0.4, bottom + size * 0.15),
    lineTo(left + size * 0.9, bottom + size * 0.85),
    stroke(),
    popGraphicsState(),
  ];
}

/** How far the control points of a quarter of a circle are from its ends, in radiuses. */
const CURVE = 0.5523;

/** Draws the mark of a radio button, a filled circle in the middle of its place; or only its edge. */
export function drawCircle({ x, y, width, height }: DrawnPlace, isFilled: boolean): readonly PDFOperator[] {
  const radius = Math.min(width, height) * (isFilled ? 0.28 : 0.4);
  const [middleX, middleY, curve] = [x + width / 2, y + height / 2, radius * CURVE];
  return [
    pushGraphicsState(),
    setFillingRgbColor(0.04, 0.1, 0.28),
    setLineWidth(0.75),
    moveTo(middleX + radius, middleY),
    appendBezierCurve(middleX + radius, middleY + curve, middleX + curve, middleY + radius, middleX, middleY + radius),
    appendBezierCurve(middleX - curve, middleY + radius, middleX - radius, middleY + curve, middleX - radius, middleY),
    appendBezierCurve(middleX - radius, middleY - curve, middleX - curve, middleY - radius, middleX, middleY - radius),
    appendBezierCurve(middleX + curve, middleY - radius, middleX + radius, middleY - curve, middleX + radius, middleY),
    closePath(),
    isFilled ? fill() : stroke(),
    popGraphicsState(),
  ];
}
