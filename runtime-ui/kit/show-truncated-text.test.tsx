import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { showTruncatedText } from './show-truncated-text.ts';

/** Renders a text in an element of a width, points at it, and returns its tooltip. */
function pointAt(width: number, title?: string): string {
  render(
    <div onMouseOver={showTruncatedText}>
      <span className="ms-clip" title={title}>
        A long text
      </span>
    </div>,
  );
  const text = screen.getByText('A long text');
  Object.defineProperties(text, { scrollWidth: { value: 100 }, clientWidth: { value: width }, innerText: { value: 'A long text' } });
  fireEvent.mouseOver(text);
  return text.title;
}

describe('a text that may be cut off', () => {
  afterEach(cleanup);

  it('has itself as tooltip if it is cut off', () => expect(pointAt(40)).toBe('A long text'));
  it('has no tooltip if it fits', () => expect(pointAt(100)).toBe(''));
  it('keeps a tooltip of its own', () => expect(pointAt(40, 'Why')).toBe('Why'));
});
