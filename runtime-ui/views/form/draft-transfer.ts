import { randomKey } from '../../client/index.ts';
import type { Draft } from '../../headless/index.ts';

let transferred: { readonly id: string; readonly draft: Draft } | undefined;

/** Hands what was typed to the form that opens next; answers what the way there carries. The browser writes that to its disk, where nothing sensitive may lie. */
export function transferDraft(draft: Draft): string {
  transferred = { id: randomKey(), draft };
  return transferred.id;
}

/** What was handed under an id; undefined after a reload, which forms survive in their own way. */
export function readTransferredDraft(id: string | undefined): Draft | undefined {
  return id !== undefined && transferred?.id === id ? transferred.draft : undefined;
}
