import type { PdfProblem } from './contract.ts';

/** A file that cannot be used; only inside of the thread, which posts the problem. */
export class PdfError extends Error {
  readonly problem: PdfProblem;

  /** `message` replaces the text of the error's row. */
  constructor(problem: PdfProblem, message = '', options: ErrorOptions = {}) {
    super(message, options);
    this.problem = problem;
  }
}
