/** `GET /api/batches/{id}/undo`: how far the undoing of a batch is. */
export interface UndoProgress {
  /** `none`: never asked for. `stopped`: cut off, and goes on when it is asked for again. `open`: over, and some was left. */
  readonly state: 'none' | 'running' | 'stopped' | 'open' | 'done';
  /** Records of the batch; those that went back by the latest undoing; those that it left. */
  readonly total: number;
  readonly undone: number;
  readonly left: number;
  /** Why the first of them was left. */
  readonly reason: string | null;
  /** The batch that the latest undoing made. */
  readonly undoBatchId: string | null;
}
