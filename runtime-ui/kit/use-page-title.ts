import { useEffect, useLayoutEffect } from 'react';
import { t } from './texts/texts.ts';

function setTitle(title: string, product: string): void {
  document.title = title === '' ? product : `${title} · ${product}`;
}

/**
 * Sets the title of the window, which is also shown in the browser history; an empty title changes nothing. `product` is the name of the
 * product before sign-in, which a site may change.
 */
export function usePageTitle(title: string, product?: string): void {
  useEffect(() => {
    if (title !== '') setTitle(title, product ?? t('product'));
  }, [title, product]);
}

/** Sets the title of a part of the product before the effects of the page inside, which may set a better one; "": that of the product. */
export function useAreaTitle(title: string): void {
  useLayoutEffect(() => setTitle(title, t('product')), [title]);
}
