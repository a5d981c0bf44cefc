/** `GET /api/batches/{id}/undo`: the progress of undoing a batch. */
export interface UndoProgress {
  /** `none`: never requested. `stopped`: interrupted, continues when requested again. `open`: finished, some records were not undone. */
  readonly state: 'none' | 'running' | 'stopped' | 'open' | 'done';
  /** Records of the batch; records that the latest undo reverted; records that it did not revert. */
  readonly total: number;
  readonly undone: number;
  readonly left: number;
  /** Why the first of these was not reverted. */
  readonly reason: string | null;
  /** The batch that the latest undo created. */
  readonly undoBatchId: string | null;
}
