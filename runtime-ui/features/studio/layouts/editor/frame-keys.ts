import type { KeyboardEvent } from 'react';
import { readKey, type FrameKey } from '../model/drop.ts';
import type { EditorActions } from './use-editor.ts';

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function listFrames(from: HTMLElement): readonly HTMLElement[] {
  return [...(from.closest('[data-canvas]')?.querySelectorAll<HTMLElement>('[data-frame]') ?? [])];
}

/** Moves the focus to the next or previous element of the canvas. */
function focusNext(from: HTMLElement, by: 1 | -1): void {
  const frames = listFrames(from);
  frames[frames.indexOf(from) + by]?.focus();
}

/** Moves the focus to an element that stays when this one is removed, with its fields if it is a section. */
function focusRemaining(from: HTMLElement, frame: FrameKey): void {
  const frames = listFrames(from);
  const at = frames.indexOf(from);
  const own = readKey(frame).kind === 'section' ? from.closest('section') : from;
  const stays = (one: HTMLElement): boolean => own?.contains(one) !== true;
  (frames.slice(at).find(stays) ?? frames.slice(0, at).findLast(stays))?.focus();
}

function pressGrabbed(key: string, actions: EditorActions): boolean {
  const by = STEPS[key];
  if (by !== undefined) actions.step(by);
  else if (key === ' ' || key === 'Enter') actions.release();
  else if (key === 'Escape') actions.cancel();
  else {
    // Who leaves a grabbed element lays it down.
    if (key === 'Tab') actions.release();
    return false;
  }
  return true;
}

function pressFree(event: KeyboardEvent<HTMLElement>, frame: FrameKey, actions: EditorActions): boolean {
  const by = STEPS[event.key];
  if (by !== undefined) focusNext(event.currentTarget, by);
  else if (event.key === ' ') actions.grab(frame);
  else if (event.key === 'Enter') actions.select(frame);
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    focusRemaining(event.currentTarget, frame);
    actions.remove(frame);
  } else return false;
  return true;
}

/** The keys of an element of the canvas: Space grabs and drops, arrows move it or the focus, Esc cancels, Delete removes. */
export function pressFrameKey(event: KeyboardEvent<HTMLElement>, frame: FrameKey, isGrabbed: boolean, actions: EditorActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isDone = isGrabbed ? pressGrabbed(event.key, actions) : pressFree(event, frame, actions);
  if (!isDone) return;
  event.preventDefault();
  event.stopPropagation();
}
