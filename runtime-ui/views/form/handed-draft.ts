import { randomKey } from '../../client/index.ts';
import type { Draft } from '../../headless/index.ts';

let handed: { readonly id: string; readonly draft: Draft } | undefined;

/** Hands what was typed to the form that opens next; answers what the way there carries. The browser writes that to its disk, where nothing sensitive may lie. */
export function handDraft(draft: Draft): string {
  handed = { id: randomKey(), draft };
  return handed.id;
}

/** What was handed under an id; undefined after a reload, which forms survive in their own way. */
export function takeDraft(id: string | undefined): Draft | undefined {
  return id !== undefined && handed?.id === id ? handed.draft : undefined;
}
