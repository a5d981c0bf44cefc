import { randomKey } from '../../client/index.ts';
import type { Draft } from '../../headless/index.ts';

let transferred: { readonly id: string; readonly draft: Draft } | undefined;

/**
 * Passes the draft to the form that opens next; returns an id for the navigation state. The browser writes that state to disk, so it must
 * not contain sensitive values.
 */
export function transferDraft(draft: Draft): string {
  transferred = { id: randomKey(), draft };
  return transferred.id;
}

/** The draft with an id; undefined after a reload, which forms handle by their local drafts. */
export function readTransferredDraft(id: string | undefined): Draft | undefined {
  return id !== undefined && transferred?.id === id ? transferred.draft : undefined;
}
