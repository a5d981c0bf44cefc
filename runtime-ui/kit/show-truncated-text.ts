import type { MouseEvent } from 'react';

/** Shows the whole text of the pointed-at element as its tooltip if it is cut off. Elements with a tooltip of their own keep it. */
export function showTruncatedText({ target }: MouseEvent, selector = '.ms-clip'): void {
  const box = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  if (box === null || (box.title !== '' && box.dataset['cut'] === undefined)) return;
  const isCut = [box, ...box.querySelectorAll<HTMLElement>('*')].some(
    (element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0,
  );
  if (isCut) {
    box.title = box.innerText;
    box.dataset['cut'] = '';
  } else box.removeAttribute('title');
}
