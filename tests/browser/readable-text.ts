import type { Page } from 'playwright-core';

/** What no user should read: raw values instead of what they mean. */
const RAW: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['an ISO date', /\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?\b/],
  ['a month as a number', /(?<![\d-])20\d{2}-(?:0[1-9]|1[0-2])(?![\d-])/],
  ['an id', /\b(?=[0-9a-f]*\d)[0-9a-f]{24,36}\b|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/],
  ['a name with underscores', /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/],
  ['JSON', /[{[]\s*"|"\s*[}\]]|\[object \w+\]|\bundefined\b|\bNaN\b/],
  ['a 24-hour time', /(?<![\d:])(?:0\d|1[3-9]|2[0-3]):[0-5]\d(?![\d:])(?!\s?[AP]M)/],
];

/** Texts that are technical by nature, each with the reason. */
const TECHNICAL: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, 'An e-mail address is shown as it is written.'],
  [/https?:\/\/\S+/g, 'A web address is shown as it is written.'],
  [/\{\{\s*[\w.]+\s*(?:\|[^{}]*)?\}\}/g, 'A variable in the text of a message, as its author writes it.'],
  [/\S+\.(?:pdf|txt|png|jpe?g|csv|docx?|mp3|wav)\b/gi, 'The name of a file is that of its owner.'],
  [/\/(?:app|api|provider|admin)\/\S*/g, 'The path of a page, in the definition of a menu.'],
];

/** Elements whose texts are technical by nature. */
const TECHNICAL_ELEMENTS: readonly (readonly [selector: string, reason: string])[] = [
  ['span.ms-tabular', 'Hours are shown as hours and minutes, such as 37:30.'],
];

/** The raw values in the visible texts and inputs of a page, as 'screen: kind: text'. */
export async function findRawTexts(page: Page, screen: string): Promise<readonly string[]> {
  await page.waitForFunction(() => document.querySelector('.ms-skeleton, .ms-skeleton-row') === null);
  const texts = await page.evaluate((technical) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = new Set<string>();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      if (text === '' || parent === null || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(parent.tagName)) continue;
      if (parent.checkVisibility({ visibilityProperty: true }) && !(parent.matches(technical) && /^\d+:\d{2}$/.test(text))) found.add(text);
    }
    const inputs = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=hidden], [type=password]), textarea');
    for (const input of inputs) if (input.value !== '' && input.checkVisibility({ visibilityProperty: true })) found.add(input.value);
    return [...found];
  }, TECHNICAL_ELEMENTS.map(([selector]) => selector).join());
  return texts.flatMap((text) => {
    const rest = TECHNICAL.reduce((left, [pattern]) => left.replace(pattern, ' '), text);
    return RAW.filter(([, pattern]) => pattern.test(rest)).map(([kind]) => `${screen}: ${kind}: ${text.slice(0, 120)}`);
  });
}
